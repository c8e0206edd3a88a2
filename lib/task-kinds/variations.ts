type Offered = { name: string; profile: string | null };

/** How a case is varied, as it is stored. */
export type Variation =
  | { by: "context"; turns: number }
  | { by: "profiles" }
  | { by: "distractors"; seed: number };

/** How arms of a study show a case otherwise; distractors come drawn. */
export type Varying =
  | Exclude<Variation, { by: "distractors" }>
  | { by: "distractors"; drawn: readonly Offered[] };

type Varied<Content> = { content: Content; names: readonly string[] };

export type VariedKind<Content> = {
  /** Null where no turn is the one that is asked about. */
  countTurnsBefore(content: Content): number | null;
  hasProfiles(content: Content): boolean;
  vary(shown: Varied<Content> & { gold: number }, way: Varying): Varied<Content>;
};
