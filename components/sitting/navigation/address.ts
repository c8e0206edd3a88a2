export type View = number | "overview";

export const addressOf = (sittingId: string, view: View | "finish"): string =>
  `/sittings/${sittingId}/${view}`;
