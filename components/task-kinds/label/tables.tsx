import { useTranslations, type Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  decimal,
  ends,
  muted,
  named,
  nothing,
  percent,
  pointsWithin,
} from "#components/study-results/figure-cells.ts";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import type { Who } from "#lib/study-results/schema.ts";
import { differenceCells, differenceColumns } from "#lib/study-results/kinds/judged/differences.ts";
import { figureIn } from "#lib/study-results/kinds/judged/table.ts";
import type { Division, LabelledCases, Side } from "#lib/study-results/kinds/label/shares.ts";
import { isMany } from "#lib/task-kinds/label/spec.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
const wordsOf = ({ spec }: LabelledCases) => spec.words.results as "resultsLabels";

type Given = { labelled: LabelledCases; who: Who };

const nameJudge = ({ model, method }: NonNullable<Side["run"]>) => `${model} ${method}`.trim();

async function nameLabels({ labels }: LabelledCases): Promise<string[]> {
  const t = await getTranslations("resultsCodes");
  return labels.map((name) => name ?? t("none"));
}

type ShareProps = Given & {
  caption: string;
  /** Where a heading says the same. */
  hideCaption?: boolean;
  /** By which the rows are parted. */
  attribute?: string | null;
  values: readonly { value: string | null; sides: readonly Side[] }[];
};

/** What share each label has, with its interval; where there is too little of it, how often it was given alone. */
export async function ShareTable({ labelled, who, attribute = null, values, ...props }: ShareProps) {
  const t = await getTranslations(wordsOf(labelled));
  const names = await nameLabels(labelled);
  const written = ({ counts, n, shares, isClaimable }: Side, at: number) => {
    const share = shares[at];
    if (!share || n === 0) return nothing;
    if (!isClaimable) return { text: t("count", { count: counts[at] ?? 0, n }) };
    const { mean, low, high } = share;
    const range = low === null || high === null ? [] : [{ line: inRange(low, high), isMuted: true }];
    return [percent(mean), ...range];
  };
  return (
    <Table
      {...props}
      isTight
      columns={[
        ...(attribute === null ? [] : [{ key: "value", label: attribute, atLeast: 32 as const }]),
        { key: "by", label: t("givenBy"), atLeast: 32 as const },
        ...names.map((label, at) => ({ key: `label ${at}`, label: t("share", { label }), numeric: true })),
        ...(["n", "people", "cases", "groups"] as const).map((key) => ({
          key,
          label: t(key),
          numeric: true,
        })),
      ]}
      rows={values.flatMap(({ value, sides }) =>
        sides.map((side) => ({
          id: `${value ?? ""} ${side.run?.id ?? ""}`,
          cells: {
            value: value === null ? nothing : named(value),
            by: named(side.run ? nameJudge(side.run) : t("who", { who })),
            ...Object.fromEntries(names.map((_, at) => [`label ${at}`, written(side, at)])),
            n: side.n,
            people: side.run ? nothing : side.people,
            cases: side.cases,
            groups: side.groups,
          },
        })),
      )}
    />
  );
}

async function explain(labelled: LabelledCases) {
  const t = await getTranslations(wordsOf(labelled));
  return ({ reason }: Bounded) => {
    if (reason === null) return null;
    const key = `reasons.${reason}` as "reasons.other";
    return muted(t(t.has(key) ? key : "reasons.other"));
  };
}

const inTwo = (from: number, to: number) => `${inDigits(from, 2)}–${inDigits(to, 2)}`;

/** How far people, and each judge and one person, agree over all labels. */
export async function AgreementTable({ labelled, who }: Given) {
  const {
    set,
    agreement: [agreed],
    overall,
  } = labelled;
  const t = await getTranslations("resultsLabels");
  const whyNot = await explain(labelled);
  if (!agreed) return null;
  const judges = overall.flatMap(({ run }) => (run ? [run] : []));
  const rows: [key: string, name: string, figure: Bounded][] = [
    ["alpha", t("alpha"), agreed.alpha],
    ["pairwise", t("pairwise"), agreed.pairwise],
    ["people", t("kappaOfPeople", { who }), agreed.kappa],
    ...judges.flatMap((run, at): [string, string, Bounded][] => {
      const kappa = agreed.ofJudges[at];
      return kappa ? [[String(run.id), t("kappaOfJudge", { judge: nameJudge(run) }), kappa]] : [];
    }),
  ];
  return (
    <Table
      caption={t("agreement", { set })}
      hideCaption={false}
      isTight
      columns={[
        { key: "figure", label: t("figure"), atLeast: 48 },
        { key: "value", label: t("value"), numeric: true },
        { key: "interval", label: t("interval"), numeric: true },
      ]}
      rows={rows.map(([id, name, figure]) => ({
        id,
        cells: {
          figure: named(name),
          value: (figure.value === null && whyNot(figure)) || decimal(figure.value, 2),
          interval:
            figure.low !== null && figure.high !== null
              ? ends(figure.low, figure.high, inTwo)
              : (figure.value !== null && whyNot(figure)) || nothing,
        },
      }))}
    />
  );
}

/** Of each code, how far people agree that it is there, and how far a judge agrees with one of them. */
export async function CodeAgreementTable({ labelled, who }: Given) {
  const t = await getTranslations("resultsCodes");
  const names = await nameLabels(labelled);
  const whyNot = await explain(labelled);
  const judges = labelled.overall.flatMap(({ run }) => (run ? [run] : []));
  const written = (figure: Bounded) => {
    const { value, low, high } = figure;
    const why = whyNot(figure);
    if (value === null) return why ?? [];
    const interval = low !== null && high !== null && inTwo(low, high);
    return [
      decimal(value, 2),
      interval ? { line: interval, isMuted: true } : why && { line: why.text, isMuted: true },
    ];
  };
  return (
    <Table
      caption={t("agreement.title")}
      hideCaption={false}
      isTight
      columns={[
        { key: "code", label: t("code"), atLeast: 32 },
        { key: "alpha", label: t("agreement.alpha"), numeric: true },
        { key: "pairwise", label: t("agreement.pairwise"), numeric: true },
        { key: "kappa", label: t("agreement.kappa", { who }), numeric: true },
        ...judges.map((run) => ({
          key: String(run.id),
          label: t("agreement.kappaOfJudge", { judge: nameJudge(run) }),
          numeric: true,
        })),
      ]}
      rows={labelled.agreement.map(({ alpha, pairwise, kappa, ofJudges }, at) => ({
        id: String(at),
        cells: {
          code: named(names[at] ?? ""),
          alpha: written(alpha),
          pairwise: written(pairwise),
          kappa: written(kappa),
          ...Object.fromEntries(ofJudges.map((one, judge) => [String(judges[judge]?.id), written(one)])),
        },
      }))}
    />
  );
}

type ComparisonProps = { labelled: LabelledCases; division: Division; locale: Locale };

/** Whether people gave a label more often for one origin than for another. */
export function Comparisons({ labelled, division, locale }: ComparisonProps) {
  const t = useTranslations(`${wordsOf(labelled)}.comparisons`);
  const ofCodes = useTranslations("resultsCodes");
  const { spec, labels } = labelled;
  const many = isMany(spec);
  const {
    by: [attribute = ""],
    values,
    comparisons,
  } = division;
  if (!values || values.length < 2 || comparisons?.length === 0) return null;
  if (!comparisons) return <p>{t("tooMany", { attribute })}</p>;
  const title = t("title", { attribute });
  const name = (place: number) => nameOrigin(values[place]?.origin ?? [], locale);
  return (
    <div className="grid min-w-0 gap-2">
      {!many && <h4 className="font-medium">{title}</h4>}
      <FigureTable
        caption={title}
        hideCaption={!many}
        columns={[{ key: "label", kind: "name", atLeast: 32 }, ...differenceColumns]}
        rows={comparisons.map((pair) => ({
          id: `${pair.label} ${pair.first} ${pair.second}`,
          cells: {
            ...differenceCells(pair),
            label: labels[pair.label] ?? ofCodes("none"),
            first: name(pair.first),
            second: name(pair.second),
          },
        }))}
        say={(key) => (many && key === "first" ? attribute : t(key as "first"))}
        own={(key, { cells }) => {
          const { value: difference, ...ends } = figureIn(cells["difference"]);
          return key === "difference" ? pointsWithin({ difference, ...ends }) : undefined;
        }}
      />
      <p className="measure text-sm text-ink-muted">
        {t("note", { two: labels.length === 2 ? "yes" : "no" })}
      </p>
    </div>
  );
}
