import { getFormatter, getTranslations, getLocale } from "next-intl/server";
import {
  decimal,
  muted,
  named,
  nothing,
  ends,
  modelNamed,
  probability,
} from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { levelKeys } from "#components/task-kinds/traits/names.ts";
import { Table } from "#components/ui/table/table.tsx";
import { describeAgreement } from "#lib/task-kinds/traits/agreement.ts";
import type { Locale } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import { minForClaim, writeView } from "#lib/study-results/schema.ts";
import { drawSimilarity, nameOrigin } from "#lib/task-kinds/traits/figures.ts";
import {
  describeSimilarity,
  isTold,
  type OriginSimilarity,
  type Similarity,
} from "#lib/task-kinds/traits/similarity.ts";

/** What a study of traits has found: how alike the two sides are, and how far raters agree. */
export async function Traits({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTraits");
  const agreement = describeAgreement(rows, view);
  if (agreement.every(({ answers }) => answers === 0)) return null;
  return (
    <section className="grid min-w-0 gap-6">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <SimilarityTables rows={rows} view={view} />
      <AgreementTable agreement={agreement} />
    </section>
  );
}

const known = ["no_items", "no_pairs", "one_category"] as const;

async function AgreementTable({ agreement }: { agreement: ReturnType<typeof describeAgreement> }) {
  const t = await getTranslations("resultsTraits");
  const format = await getFormatter();
  const say = (reason: string | null) => t(`reasons.${known.find((one) => one === reason) ?? "other"}`);
  const inShare = (count: number, n: number) =>
    n === 0
      ? nothing
      : t("agreement.share", {
          count,
          share: format.number(count / n, { style: "percent", maximumFractionDigits: 0 }),
        });
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-medium">{t("agreement.title")}</h3>
      <Table
        caption={t("agreement.title")}
        hideCaption
        isTight
        columns={[
          { key: "trait", label: t("agreement.trait"), atLeast: 32 },
          ...levelKeys.map((level) => ({ key: level, label: t(`levels.${level}`), numeric: true })),
          ...(["n", "people", "cases", "alpha"] as const).map((key) => ({
            key,
            label: t(`agreement.${key}`),
            numeric: true,
          })),
        ]}
        rows={agreement.map(({ trait, counts, answers, raters, cases, alpha, reason }) => ({
          id: trait,
          cells: {
            trait: named(t(`traits.${trait}`)),
            ...Object.fromEntries(levelKeys.map((level, at) => [level, inShare(counts[at] ?? 0, answers)])),
            n: answers,
            people: raters,
            cases,
            alpha: alpha === null ? muted(say(reason)) : decimal(alpha),
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("agreement.note")}</p>
    </div>
  );
}

type Props = Pick<OwnOverviewProps, "rows" | "view">;
type Words = Awaited<ReturnType<typeof getTranslations<"resultsTraits">>>;

/** For each method and model, how alike the sides of a person are, by people and by each judge. */
async function SimilarityTables({ rows, view }: Props) {
  const t = await getTranslations("resultsTraits");
  const locale = await getLocale();
  const found = describeSimilarity(rows, view);
  const made = drawSimilarity(rows, view, locale);
  const unanswered = found.origins.reduce((sum, one) => sum + one.unanswered, 0);
  const left = [
    unanswered > 0 && t("similarity.unanswered", { count: unanswered }),
    found.alone > 0 && t("similarity.alone", { count: found.alone }),
    found.several > 0 && t("similarity.several", { count: found.several }),
  ].filter((one) => one !== false);
  return (
    <div className="grid min-w-0 gap-3">
      {made === null ? (
        <>
          <h3 className="font-medium">{t("similarity.title")}</h3>
          <p className="measure">{t("similarity.intro")}</p>
          <p className="measure">{t("similarity.none")}</p>
        </>
      ) : (
        <FigureFrame
          id="similarity"
          level={3}
          title={made.title}
          sentence={t("similarity.intro")}
          figure={made.figure}
          downloads={figureDownloads(rows.study.slug, "similarity", writeView(view))}
          room="wide"
          isTableOpen
          table={
            <OriginsTable
              t={t}
              rows={found.origins.flatMap((one) => rowsOf(t, one, { rows, view, locale }))}
            />
          }
        />
      )}
      <Differences
        t={t}
        locale={locale}
        differences={found.differences}
        isTold={found.origins.every(isTold)}
      />
      <RatersNote raters={Math.min(...found.origins.filter(isTold).map(({ people }) => people.raters))} />
      <p className="measure text-sm text-ink-muted">
        {found.origins.some(isTold) ? t("similarity.note") : t("similarity.few", minForClaim)}{" "}
        {left.join(" ")}
      </p>
    </div>
  );
}

const OriginsTable = ({ t, rows }: { t: Words; rows: ReturnType<typeof rowsOf> }) => (
  <Table
    caption={t("similarity.title")}
    hideCaption
    isTight
    columns={[
      { key: "origin", label: t("similarity.origin"), atLeast: 32 },
      { key: "by", label: t("similarity.by"), atLeast: 32 },
      ...(["n", "mean", "interval", "ties"] as const).map((key) => ({
        key,
        label: t(`similarity.${key}`),
        numeric: true,
      })),
    ]}
    rows={rows}
  />
);

function rowsOf(t: Words, one: OriginSimilarity, { rows, view, locale }: Props & { locale: Locale }) {
  const origin = nameOrigin(one, locale);
  const { people, judges } = one;
  const write = (id: string, by: ReturnType<typeof named>, found: Similarity) => ({
    id: `${origin} ${id}`,
    cells: { origin: named(origin), by, ...cellsOf(t, found, isTold(one)) },
  });
  return [
    write("people", named(t("similarity.people", { who: view.who, raters: people.raters })), people),
    ...judges.map((judge) => write(String(judge.run.id), modelNamed(nameAmong(judge.run, rows.runs)), judge)),
  ];
}

const reasons = ["no_items", "too_few_groups", "too_few_raters", "no_variation", "interim"] as const;

function cellsOf(t: Words, { n, mean, low, high, reason, ties, levels }: Similarity, isShown: boolean) {
  const why = () => muted(t(`reasons.${reasons.find((one) => one === reason) ?? "other"}`));
  return {
    n,
    mean: mean === null ? why() : isShown ? decimal(mean) : nothing,
    interval:
      mean === null || !isShown
        ? nothing
        : low === null || high === null
          ? why()
          : ends(low, high, (from, to) => `${inDigits(from, 3)}–${inDigits(to, 3)}`),
    ties: levels === 0 ? nothing : t("similarity.tiesOf", { ties, levels }),
  };
}

type DifferencesProps = {
  t: Words;
  locale: Locale;
  differences: ReturnType<typeof describeSimilarity>["differences"];
  isTold: boolean;
};

function Differences({ t, locale, differences, isTold: isShown }: DifferencesProps) {
  if (!isShown || differences.length === 0) return null;
  return (
    <>
      <h3 className="font-medium">{t("differences.title")}</h3>
      <Table
        caption={t("differences.title")}
        hideCaption
        isTight
        columns={[
          { key: "pair", label: t("differences.pair"), atLeast: 40 },
          ...(["difference", "n", "p", "holm"] as const).map((key) => ({
            key,
            label: t(`differences.${key}`),
            numeric: true,
          })),
        ]}
        rows={differences.map(({ first, second, difference, low, high, p, holm, groups }) => {
          const pair = t("differences.against", {
            first: nameOrigin(first, locale),
            second: nameOrigin(second, locale),
          });
          return {
            id: pair,
            cells: {
              pair: named(pair),
              difference: [
                decimal(difference),
                ...(low === null || high === null
                  ? []
                  : [{ line: `${inDigits(low, 3)} … ${inDigits(high, 3)}`, isMuted: true }]),
              ],
              n: groups,
              p: probability(p),
              holm: probability(holm),
            },
          };
        })}
      />
      <p className="measure text-sm text-ink-muted">{t("differences.note")}</p>
    </>
  );
}
