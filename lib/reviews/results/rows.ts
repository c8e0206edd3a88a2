import type { ReviewSettings, ReviewPart, ReviewState, TemplateName } from "#lib/reviews/plan/schema.ts";

export type MemberRow = {
  readonly number: number;
  readonly parts: readonly ReviewPart[];
  readonly isSimulated: boolean;
};

export type AuditRow = { readonly auditor: number; readonly agrees: boolean };

/** A reviewer's verdict. Members are told by their numbers in the review, here and everywhere below. */
export type CheckRow = {
  readonly reviewer: number;
  readonly isRight: boolean;
  readonly errorType: string | null;
  readonly correctedAccepts: boolean | null;
  readonly correctedReason: string | null;
  readonly comment: string;
  readonly givenAt: number;
  /** What the reviewer said before being shown the decision. */
  readonly blind: { readonly accepts: boolean; readonly reason: string | null } | null;
  /** Null where nobody objected; `open` until somebody has answered, and ruled where the answer kept the check. */
  readonly dispute: "open" | "taken_back" | "upheld" | "overruled" | null;
  readonly isAuditDrawn: boolean;
  readonly audit: AuditRow | null;
};

/** What an annotator says of an item in one of its rounds, as it stands now, and how it was drawn. */
export type DecisionRow = {
  /** The item's place among the rows' items. */
  readonly item: number;
  readonly round: number;
  readonly annotator: number;
  readonly ordinal: number;
  readonly revision: number;
  readonly accepts: boolean;
  readonly reason: string | null;
  readonly comment: string;
  readonly givenAt: number;
  readonly rate: number;
  readonly band: number | null;
  readonly isDrawn: boolean;
  readonly isDrawnTwice: boolean;
  readonly reviewedBefore: number;
  readonly rightBefore: number;
  readonly check: CheckRow | null;
  readonly second: CheckRow | null;
};

export type ItemRow = {
  readonly number: number;
  readonly batch: number;
  readonly round: number;
  readonly track: string;
  readonly key: string;
  readonly version: number;
};

export type BatchRow = { readonly number: number; readonly round: number; readonly isAccepted: boolean };

/** What a filter, such as a language model, said of items, by their places. */
export type FilterRow = {
  readonly judge: string;
  readonly decisions: readonly { readonly item: number; readonly accepts: boolean }[];
};

export type ReviewRows = {
  readonly stamp: string;
  /** By the database's clock: all that was said until then is in it. */
  readonly readAt: Date;
  readonly review: {
    readonly slug: string;
    readonly title: string;
    readonly state: ReviewState;
    readonly template: TemplateName;
    readonly hasSimulated: boolean;
    readonly isDemo: boolean;
    readonly openedAt: Date;
    readonly closedAt: Date | null;
    readonly benchmark: { readonly slug: string; readonly name: string };
    readonly manifestHash: string;
  };
  readonly settings: ReviewSettings;
  readonly members: readonly MemberRow[];
  readonly items: readonly ItemRow[];
  readonly batches: readonly BatchRow[];
  /** Of every round, in the order of the items. */
  readonly decisions: readonly DecisionRow[];
  readonly filters: readonly FilterRow[];
};
