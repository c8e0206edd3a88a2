import type { Facts } from "#lib/reports/facts.ts";
import { describeRaters } from "#lib/reports/judged/points.ts";
import { t } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

type Described = {
  /** How figures are made. */
  made: readonly string[];
  raters: number;
  /** Whatever follows whom intervals are about. */
  then?: readonly string[];
  /** What is withheld while intervals have to hold at every look. */
  interim: string;
};

/** How what people judged was turned into figures, in a paragraph of methods. */
export const describeFigures = (
  { rows, view }: Facts,
  { made, raters, then = [], interim }: Described,
): string[] => [
  ...made,
  describeRaters(raters),
  ...then,
  ...(holdsAtEveryLook(rows, view.who) ? [interim] : []),
  t("methods.few", {
    leastAnswers: minForClaim.answers,
    leastPeople: minForClaim.people,
    leastCases: minForClaim.cases,
  }),
];
