import { useTranslations, type Locale } from "next-intl";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { Who } from "#lib/study-results/schema.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/differences.ts";
import type { Division, LabelledCases, Side } from "#lib/study-results/kinds/label/shares.ts";
import {
  agreementColumns,
  agreementRow,
  kappaColumns,
  kappaRow,
  shareColumns,
  shareRows,
  type Part,
} from "#lib/study-results/kinds/label/tables.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { isMany } from "#lib/task-kinds/label/spec.ts";

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
export const wordsOf = ({ spec }: Pick<LabelledCases, "spec">) => spec.words.results as "resultsLabels";

type Given = { labelled: LabelledCases; who: Who };

const nameJudge = ({ model, method }: NonNullable<Side["run"]>) => `${model} ${method}`.trim();

function useLabelNames({ labels }: LabelledCases): string[] {
  const t = useTranslations("resultsCodes");
  return labels.map((name) => name ?? t("none"));
}

type ShareProps = Given & {
  caption: string;
  /** Where a heading says the same. */
  hideCaption?: boolean;
  /** By which the parts are told apart. */
  attribute?: string | null;
  parts: readonly Part[];
};

/** What share each label has, with its interval; where there is too little of it, how often it was given alone. */
export function ShareTable({ labelled, who, attribute = null, parts, ...props }: ShareProps) {
  const t = useTranslations(wordsOf(labelled));
  const headings = useLabelNames(labelled).map((label) => t("share", { label }));
  return (
    <FigureTable
      {...props}
      columns={shareColumns(headings, attribute)}
      rows={shareRows(parts, {
        nameSide: ({ run }) => (run ? nameJudge(run) : t("who", { who })),
        count: (count, n) => (n === 0 ? null : t("count", { count, n })),
      })}
      say={(key) => t(key as "givenBy")}
    />
  );
}

/** Why a figure of agreement, or its interval, isn't there. */
function useReasons(labelled: LabelledCases) {
  const t = useTranslations(wordsOf(labelled));
  return (reason: string | null) => {
    const key = `reasons.${reason}` as "reasons.other";
    return t(t.has(key) ? key : "reasons.other");
  };
}

/** How far people, and each judge and one person, agree over all labels. */
export function AgreementTable({ labelled, who }: Given) {
  const t = useTranslations("resultsLabels");
  const why = useReasons(labelled);
  const [agreed] = labelled.agreement;
  if (!agreed) return null;
  return (
    <FigureTable
      caption={t("agreement", { set: labelled.set })}
      columns={kappaColumns}
      rows={[
        kappaRow(agreed.alpha, { id: "alpha", name: t("alpha") }),
        kappaRow(agreed.pairwise, { id: "pairwise", name: t("pairwise") }),
        ...[agreed.kappa, ...agreed.ofJudges].map((kappa, at) => {
          const run = labelled.overall[at]?.run;
          const name = run ? t("kappaOfJudge", { judge: nameJudge(run) }) : t("kappaOfPeople", { who });
          return kappaRow(kappa, { id: String(at), name });
        }),
      ]}
      say={(key) => t(key as "value")}
      why={why}
    />
  );
}

/** Of each code, how far people agree that it is there, and how far a judge agrees with one of them. */
export function CodeAgreementTable({ labelled, who }: Given) {
  const t = useTranslations("resultsCodes");
  const names = useLabelNames(labelled);
  const why = useReasons(labelled);
  const judges = labelled.overall.flatMap(({ run }) =>
    run ? [t("agreement.kappaOfJudge", { judge: nameJudge(run) })] : [],
  );
  return (
    <FigureTable
      caption={t("agreement.title")}
      columns={agreementColumns(judges)}
      rows={labelled.agreement.map((one, at) =>
        agreementRow(one, labelled.labels[at] ?? null, names[at] ?? ""),
      )}
      say={(key) => (key === "code" ? t("code") : t(`agreement.${key as "kappa"}`, { who }))}
      why={why}
    />
  );
}

type ComparisonProps = { labelled: LabelledCases; division: Division; locale: Locale };

/** Whether people gave a label more often for one origin than for another. */
export function Comparisons({ labelled, division, locale }: ComparisonProps) {
  const t = useTranslations(`${wordsOf(labelled)}.comparisons`);
  const names = useLabelNames(labelled);
  const { values, comparisons } = division;
  const [attribute = ""] = division.by;
  if (!values || values.length < 2 || comparisons?.length === 0) return null;
  if (!comparisons) return <p>{t("tooMany", { attribute })}</p>;
  const name = (place: number) => nameOrigin(values[place]?.origin ?? [], locale);
  return (
    <div className="grid min-w-0 gap-2">
      <FigureTable
        caption={t("title", { attribute })}
        columns={[{ key: "label", kind: "name", atLeast: 32 }, ...listDifferenceColumns({ kind: "points" })]}
        rows={comparisons.map((pair) =>
          differenceRow(pair, {
            id: `${pair.label} ${pair.first} ${pair.second}`,
            label: names[pair.label] ?? "",
            first: name(pair.first),
            second: name(pair.second),
          }),
        )}
        say={(key) => (isMany(labelled.spec) && key === "first" ? attribute : t(key as "first"))}
      />
      <p className="measure text-sm text-ink-muted">
        {t("note", { two: names.length === 2 ? "yes" : "no" })}
      </p>
    </div>
  );
}
