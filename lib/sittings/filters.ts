// Apart from what checks answers, so that the page of a running study needn't carry it.

export const sittingFilters = [
  "all",
  "consented",
  "working",
  "submitted",
  "dropped_out",
  "unfinished",
  "withdrawn",
  "excluded",
  "flagged",
] as const;
export type SittingFilter = (typeof sittingFilters)[number];
