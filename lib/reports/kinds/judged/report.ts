import type { Facts } from "#lib/reports/facts.ts";
import { checkJudged, formatRaters, formatJudges, type JudgedStudy } from "#lib/reports/judged/points.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import { t } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

type Methods = {
  /** How figures are made. */
  made: readonly string[];
  /** Whatever follows whom intervals are about. */
  then?: readonly string[];
  /** What is withheld while intervals have to hold at every look. */
  interim: string;
  others: string[];
};

type JudgedReport<Tables, Figures> = {
  tables: (facts: Facts) => Tables;
  figures: (facts: Facts) => Figures;
  /** What people judged, counted as of every kind. */
  read: (facts: Facts) => JudgedStudy;
  methods: (facts: Facts) => Methods;
  /** What the paragraph about the alternative annotator test says. */
  alternative?: (facts: Facts) => string[];
  /** Where a point of the checklist isn't checked as of other kinds. */
  checks?: Partial<Record<PointKey, (facts: Facts) => Point>>;
  formatMeans: (facts: Facts, change: Partial<Facts["view"]>) => string;
};

/** A report of a kind whose answers aren't right or wrong: what every such kind says the same way of what it counts. */
export const makeJudgedReport = <Tables, Figures>({
  read,
  methods,
  alternative = () => [],
  checks,
  formatMeans,
  ...shown
}: JudgedReport<Tables, Figures>) => ({
  ...shown,
  methods: (facts: Facts) => {
    const { made, then = [], interim, others } = methods(facts);
    const few = {
      leastAnswers: minForClaim.answers,
      leastPeople: minForClaim.people,
      leastCases: minForClaim.cases,
    };
    const figures = [
      ...made,
      formatRaters(read(facts).raters),
      ...then,
      ...(holdsAtEveryLook(facts.rows, facts.view.who) ? [interim] : []),
      t("methods.few", few),
    ];
    return { figures, others };
  },
  inPlace: {
    methods: (facts: Facts) => ({
      alternative: alternative(facts),
      models: formatJudges(read(facts).judges),
    }),
    checks: { ...checkJudged(read), ...checks },
    formatMeans,
  },
});
