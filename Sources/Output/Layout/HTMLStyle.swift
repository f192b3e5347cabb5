/// The style sheet of a report's page, and the constants that the page shares with it.
package enum HTMLStyle {
  /// The digest of the sheet for the page's policy; a test keeps them equal.
  package static let hash: StaticString = "sha256-tyC6ugGvBbmwpRbbSGgo2AZmVj6s/TJWT1PTv9yC8kY="

  // All inks have a contrast of 4.5 on all tints, of which the first six differ clearly for colour-blind vision.
  package static let sheet: StaticString = """

    :root{color-scheme:light dark;
    --paper:light-dark(#ffffff,#17181a);--ink:light-dark(#1c1c1c,#ececec);--mute:light-dark(#454545,#c9c9c9);
    --accent:light-dark(#2a3aa0,#b9c4ff);--rule:light-dark(#d8d8d8,#3a3c40);--head:light-dark(#f4f4f4,#202225)}
    .t1{background:light-dark(#d2e6f8,#10263b)}
    .t2{background:light-dark(#ffe67b,#533b01)}
    .t3{background:light-dark(#e4c2ff,#38165d)}
    .t4{background:light-dark(#aae48c,#38412f)}
    .t5{background:light-dark(#fcc0af,#490d01)}
    .t6{background:light-dark(#74f6d4,#034849)}
    .t7{background:light-dark(#f0f0f0,#2a2c2f)}
    *{box-sizing:border-box;print-color-adjust:exact}
    body{margin:0 auto;padding:2rem 1.5rem 3rem;max-width:110rem;background:var(--paper);color:var(--ink)}
    body{font:15px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{font-size:1.6rem}
    h2{font-size:1rem;margin-top:2rem}
    td,th,.lines{font:.8125rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
    code,bdi,del,ins,b,i,h1,h2,p,li{unicode-bidi:isolate}
    a{color:var(--accent);white-space:nowrap}
    .box{overflow:auto;max-height:calc(100vh - 2rem);border:1px solid var(--rule)}
    table{border-spacing:0;min-width:100%}
    th,td{text-align:left;vertical-align:top;padding:.3rem .75rem;border:0 solid var(--rule);border-width:0 1px 1px 0}
    td{min-width:11rem;max-width:28rem}
    td p,th span,summary{margin:0;font-style:normal;color:var(--mute)}
    td i{display:block;font-style:normal}
    ins{text-decoration:none;font-weight:600}
    th{position:sticky;left:0;min-width:16rem;max-width:26rem;background:var(--paper)}
    tbody th{font-weight:400}
    thead th{top:0;z-index:1;background:var(--head)}
    thead th:first-child{z-index:2}
    th>b{display:block}
    @media print{
    @page{size:landscape}
    body{font-size:8pt;padding:0;max-width:none}
    .box{overflow:visible;max-height:none;border:0}
    th,td{position:static!important;min-width:0;max-width:none}
    tr{break-inside:avoid}}

    """
}
