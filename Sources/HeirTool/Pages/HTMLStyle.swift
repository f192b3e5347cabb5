/// The style sheet of a report's page, and the constants that the page shares with it.
enum HTMLStyle {
  /// Six colours, each plain and in two hatchings; all rarer values share the last tint.
  private static let tints = 18

  static func isRare(_ tint: Int) -> Bool { tint > tints }

  /// The class of a tint; 0 has the colour of the paper.
  static func tintClass(_ tint: Int) -> Int { min(max(tint, 0), tints + 1) }

  /// The digest of the sheet for the page's policy; a test keeps them equal.
  static let hash: StaticString = "sha256-M0+hxzedkYB0i1gYMX6vxV8AgwVD1+FGBY0XI/zerTw="

  // The tints of both schemes differ clearly for normal and colour-blind vision. All inks have a contrast of 4.5 on
  // tints and hatchings.
  static let sheet: StaticString = """

    :root{--paper:#ffffff;--ink:#1c1c1c;--mute:#454545;--accent:#2a3aa0;--rule:#d8d8d8;--head:#f4f4f4;--hatch:#0000001f;
    --c1:#d2e6f8;--c2:#ffe67b;--c3:#e4c2ff;--c4:#aae48c;--c5:#fcc0af;--c6:#74f6d4;--c7:#f0f0f0;
    --b0:#767676;--b1:#2b78b8;--b2:#997000;--b3:#9245cf;--b4:#3f8519;--b5:#cf4f2d;--b6:#00857a;--b7:#8a8a8a;--edge:#0000004d}
    @media screen and (prefers-color-scheme:dark){
    :root{--paper:#17181a;--ink:#ececec;--mute:#c9c9c9;--accent:#b9c4ff;--rule:#3a3c40;--head:#202225;--hatch:#ffffff1a;
    --c1:#10263b;--c2:#533b01;--c3:#38165d;--c4:#38412f;--c5:#490d01;--c6:#034849;--c7:#2a2c2f;
    --b0:#9a9a9a;--b1:#5aa9f0;--b2:#d9a514;--b3:#c08bff;--b4:#8ccf5f;--b5:#ff8a65;--b6:#3fd0b8;--b7:#7d8085;--edge:#ffffff40}}
    .t1,.t7,.t13{--c:var(--c1);--b:var(--b1)}
    .t2,.t8,.t14{--c:var(--c2);--b:var(--b2)}
    .t3,.t9,.t15{--c:var(--c3);--b:var(--b3)}
    .t4,.t10,.t16{--c:var(--c4);--b:var(--b4)}
    .t5,.t11,.t17{--c:var(--c5);--b:var(--b5)}
    .t6,.t12,.t18{--c:var(--c6);--b:var(--b6)}
    .t19{--c:var(--c7);--b:var(--b7)}
    td,ul bdi{background-color:var(--c,transparent)}
    rect{fill:var(--b,var(--b0))}
    .t7,.t8,.t9,.t10,.t11,.t12{background-image:repeating-linear-gradient(135deg,transparent 0 5px,var(--hatch) 5px 7px)}
    .t13,.t14,.t15,.t16,.t17,.t18{background-image:repeating-linear-gradient(45deg,transparent 0 5px,var(--hatch) 5px 7px)}
    .t19{background-image:repeating-linear-gradient(90deg,transparent 0 5px,var(--hatch) 5px 6px)}
    .m0 p::before{content:"↓\\a0";content:"↓\\a0"/""}
    .m1 p::before{content:"●\\a0";content:"●\\a0"/""}
    .m2 p::before{content:"◆\\a0";content:"◆\\a0"/""}
    .m3 p::before{content:"■\\a0";content:"■\\a0"/""}
    .m4 p::before{content:"⊘\\a0";content:"⊘\\a0"/""}
    .m5 p::before{content:"⇄\\a0";content:"⇄\\a0"/""}
    .m6 p::before{content:"✕\\a0";content:"✕\\a0"/""}
    .m7 p::before{content:"–\\a0";content:"–\\a0"/""}
    .m8 p::before{content:"?\\a0";content:"?\\a0"/""}
    .m9 p::before{content:"≠\\a0";content:"≠\\a0"/""}
    .m10 p::before{content:"+\\a0";content:"+\\a0"/""}
    .m11 p::before{content:"−\\a0";content:"−\\a0"/""}
    .m12 p::before{content:"‖\\a0";content:"‖\\a0"/""}
    .m13 p::before{content:"·\\a0";content:"·\\a0"/""}
    @page{size:landscape}
    *{box-sizing:border-box;print-color-adjust:exact;-webkit-print-color-adjust:exact}
    html{color-scheme:light dark;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif;-webkit-text-size-adjust:100%}
    body{margin:0 auto;padding:2rem 1.5rem 3rem;max-width:110rem}
    h1,h2,p,ul,ol,section{margin:0;padding:0}
    h1{font-size:1.6rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;overflow-wrap:anywhere}
    h2{font-size:1rem;font-weight:650;overflow-wrap:anywhere}
    header p,.count{color:var(--mute);max-width:70ch;overflow-wrap:anywhere}
    header p:first-of-type{margin-top:.5rem}
    code,td bdi,td del,td ins,.keys bdi,th,.lines{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}
    code,bdi,del,ins,b,i,h1,h2,header p,.lines li{unicode-bidi:isolate}
    a{color:var(--accent);white-space:nowrap}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
    .keys{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:1.25rem 2rem;margin-top:1.5rem}
    .keys ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem;font-variant-numeric:tabular-nums}
    .keys li{color:var(--mute);font-size:.875rem}
    .keys bdi{color:var(--ink);padding:.05rem .35rem;margin-right:.15rem;overflow-wrap:anywhere;border:1px solid var(--rule)}
    svg{display:block;width:100%;height:.5rem;margin-top:.35rem}
    rect{stroke:var(--paper);stroke-width:1px;vector-effect:non-scaling-stroke}
    .signs{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.5rem;margin-top:1.5rem;font-size:.8125rem;color:var(--mute)}
    .signs p{display:inline;color:var(--ink);font-weight:600}
    .count{margin-top:1rem;font-size:.8125rem}
    .box{position:relative;overflow:auto;max-height:calc(100vh - 2rem);margin-top:.5rem;border:1px solid var(--rule);background:linear-gradient(to left,var(--paper) 2.5rem,transparent) right/4rem 100% no-repeat local,linear-gradient(to left,var(--edge),transparent) right/2.5rem 100% no-repeat scroll,linear-gradient(to top,var(--paper) 2rem,transparent) bottom/100% 4rem no-repeat local,linear-gradient(to top,var(--edge),transparent) bottom/100% 2rem no-repeat scroll}
    table{border-collapse:separate;border-spacing:0;min-width:100%}
    th,td{text-align:left;vertical-align:top;padding:.3rem .75rem;border-bottom:1px solid var(--rule)}
    tbody tr:last-child>*{border-bottom:0}
    td{min-width:11rem;max-width:28rem;overflow-wrap:anywhere;font-size:.8125rem}
    td+td{border-left:1px solid var(--rule)}
    td del{text-decoration:line-through 1px var(--mute)}
    ins{text-decoration:none}
    .m1>bdi,.m2>bdi,ins{font-weight:600}
    td p,td p bdi{font-size:.75rem;line-height:1.35;color:var(--mute)}
    td:not(.m7)>p:first-child{color:var(--ink)}
    p::before{color:var(--accent);font-weight:600}
    td.m0 p::before,td.m7 p::before{color:inherit;font-weight:400}
    td p i{display:block;font-style:normal}
    th{font-weight:400;position:sticky;left:0;z-index:1;background:var(--paper);border-right:1px solid var(--rule);overflow-wrap:anywhere}
    tbody th{padding-left:calc(.75rem + var(--d,0)*.9rem);min-width:16rem;max-width:26rem}
    thead th{top:0;z-index:2;background:var(--head);font-weight:600;border-right:0}
    thead th:first-child{z-index:3;border-right:1px solid var(--rule)}
    thead th:not(:first-child){left:auto}
    thead th+th+th{border-left:1px solid var(--rule)}
    th i{font-style:normal;color:var(--mute)}
    th b{font-weight:650}
    th span,summary{font:.75rem/1.45 system-ui,sans-serif;color:var(--mute)}
    summary{cursor:pointer}
    th details{max-height:16rem;overflow:auto}
    .spread,.same{margin-top:1.5rem}
    .parts table{min-width:0}
    .parts td,.parts thead th{width:13rem;min-width:13rem;max-width:13rem}
    .parts tr>th:first-child{width:20rem;min-width:20rem;max-width:20rem}
    .parts tbody tr:last-child>*{border-bottom:1px solid var(--rule)}
    .head{position:sticky;top:0;z-index:4}
    .again{position:absolute;clip-path:inset(50%)}
    .part{width:max-content;min-width:100%;content-visibility:auto;contain-intrinsic-size:auto 60rem}
    .part>summary{position:sticky;left:0;width:max-content;max-width:90vw;padding:.3rem .75rem;overflow-wrap:anywhere}
    .d1{--d:1}.d2{--d:2}.d3{--d:3}.d4{--d:4}.d5{--d:5}.d6{--d:6}.d7{--d:7}.d8{--d:8}.d9{--d:9}
    main>section{margin-top:2rem}
    .lines{padding-left:1.5rem;margin-top:.5rem}
    .lines li{overflow-wrap:anywhere;margin-bottom:.2rem}
    @media (max-width:40rem){
    body{padding:1rem .75rem 2rem}
    .box{margin-left:-.75rem;margin-right:-.75rem;border-left:0;border-right:0}
    th,td{padding:.3rem .5rem}
    .parts tr>th:first-child{width:9.5rem;min-width:9.5rem;max-width:9.5rem}
    .parts td,.parts thead th{width:9.5rem;min-width:9.5rem;max-width:9.5rem}
    tbody th{min-width:9rem;max-width:42vw;padding-left:calc(.5rem + var(--d,0)*.3rem)}
    td{min-width:9.5rem}}
    @media print{
    html{font-size:8pt}
    body{padding:0;max-width:none}
    .box{overflow:visible;max-height:none;border:0;background:none}
    table{width:100%}
    .parts table{table-layout:fixed}
    .parts th,.parts td{width:auto!important;padding:.15rem .25rem}
    .parts tr>th:first-child{width:12rem!important;padding-left:calc(.25rem + var(--d,0)*.3rem)}
    .head{display:none}
    .again{position:static;clip-path:none}
    .part{width:auto;content-visibility:visible}
    th,td{position:static!important;min-width:0!important;max-width:none!important}
    tr>:first-child{min-width:7rem!important}
    thead{display:table-header-group}
    tr,.keys section{break-inside:avoid}
    th details{max-height:none}
    details::details-content{content-visibility:visible;height:auto}}

    """
}
