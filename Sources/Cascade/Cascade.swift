// The room is furnished by the files that follow.
