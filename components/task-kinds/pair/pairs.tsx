import { clusterUnitOf, formatClusters, groupUnitOf } from "#lib/study-results/cluster-words.ts";
import { figureDownloads } from "#lib/paths.ts";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named, nothing } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent, inRange } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim, writeView } from "#lib/study-results/schema.ts";
import { drawStrengths, formatReason } from "#lib/study-results/kinds/pair/figures.ts";
import {
  agreementColumns,
  agreementRow,
  strengthColumns,
  strengthRows,
} from "#lib/study-results/kinds/pair/tables.ts";
import {
  asChance,
  getPairs,
  type PairResults,
  type Preferences,
} from "#lib/study-results/kinds/pair/results.ts";

/** Whose texts are preferred, by how much, and whether the side they stood on had a part in it. */
export async function Pairs({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsPairs");
  const locale = await getLocale();
  const figures = getPairs(rows, view);
  const made = drawStrengths(rows, view, locale);
  if (!made) return null;
  const { people, first, agreement, isTurned, judges } = figures;
  const { comparisons, cases, groups, reason } = people;
  const [best, worst] = [people.origins[0], people.origins.at(-1)];
  const counts = { n: comparisons, people: people.people, cases, who: view.who };
  const isTold = hasEnoughData({ answers: comparisons, people: people.people, cases });
  const sentence =
    reason === null
      ? t("sentence", {
          ...counts,
          groups: formatClusters(groups, clusterUnitOf(rows), locale),
          best: best?.name ?? "",
          high: inPercent(asChance(best?.strength.value ?? null) ?? 0),
          worst: worst?.name ?? "",
          low: inPercent(asChance(worst?.strength.value ?? null) ?? 0),
        })
      : reason === "too_few"
        ? t("few", { ...counts, least: minForClaim.answers, leastCases: minForClaim.cases })
        : t("undefined", { ...counts, reason: formatReason(reason, locale) });
  return (
    <section className="grid min-w-0 gap-6">
      <FigureFrame
        id="strengths"
        title={made.title}
        sentence={sentence}
        figure={made.figure}
        downloads={figureDownloads(rows.study.slug, "strengths", writeView(view))}
        room="wide"
        table={<StrengthsTable by={t("forest.people", { who: view.who })} of={people} locale={locale} />}
      />
      <RatersNote raters={people.people} unit={groupUnitOf(rows)} />
      <Facts>
        {isTold && isTurned && <li>{formatMean(t, "first", first)}</li>}
        {!isTurned && <li>{t("notTurned")}</li>}
        {isTold && agreement.mean !== null && <li>{formatMean(t, "agreement", agreement)}</li>}
      </Facts>
      <AgainstTable of={figures} />
      {judges.length > 0 && <JudgesTable of={figures} rows={rows} isTold={isTold} />}
      {judges.map((judge) => (
        <StrengthsTable
          key={judge.runId}
          by={distinctName(judge, rows.runs)}
          of={judge.preferences}
          locale={locale}
        />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note")}</p>
    </section>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <ul className="measure grid list-disc gap-1 pl-5">{children}</ul>
);

type Words = Awaited<ReturnType<typeof getTranslations<"resultsPairs">>>;

/** A share with its interval, in a sentence. */
const formatMean = (
  t: Words,
  what: "first" | "agreement",
  { mean, low, high, n }: PairResults["first"],
): string =>
  t(what, {
    n,
    told: mean === null ? "no" : low === null || high === null ? "bare" : "whole",
    share: inPercent(mean ?? 0),
    interval: low === null || high === null ? "" : inRange(low, high),
  });

async function StrengthsTable({ by, of, locale }: { by: string; of: Preferences; locale: Locale }) {
  const t = await getTranslations("resultsPairs");
  return (
    <FigureTable
      caption={t("table.caption", { by, n: of.comparisons, cases: of.cases })}
      columns={strengthColumns}
      rows={strengthRows(of, by)}
      say={(key) => t(`table.${key as "origin"}`)}
      why={(reason) => formatReason(reason, locale)}
    />
  );
}

/** What each origin got against each other one. */
async function AgainstTable({ of: { people, against } }: { of: PairResults }) {
  const t = await getTranslations("resultsPairs");
  const names = people.origins.map(({ name }) => name);
  return (
    <Table
      caption={t("against.caption")}
      hideCaption={false}
      isTight
      columns={[
        { key: "origin", label: t("table.origin"), atLeast: 32 },
        ...names.map((name, at) => ({ key: String(at), label: named(name), numeric: true })),
      ]}
      rows={names.map((name, at) => ({
        id: name,
        cells: {
          origin: named(name),
          ...Object.fromEntries(
            names.map((_, other) => {
              const { wins = 0, ties = 0, losses = 0 } = against[at]?.[other] ?? {};
              const n = wins + ties + losses;
              return [String(other), n === 0 ? nothing : t("against.cell", { wins, ties, losses })];
            }),
          ),
        },
      }))}
    />
  );
}

type JudgesProps = { of: PairResults; rows: OwnOverviewProps["rows"]; isTold: boolean };

/** How often each judge says what one of the people says, beside how often another of them does. */
async function JudgesTable({ of: { judges, agreement }, rows, isTold }: JudgesProps) {
  const t = await getTranslations("resultsPairs");
  const people = t("judges.people");
  return (
    <FigureTable
      caption={t("judges.caption")}
      columns={agreementColumns}
      rows={[
        agreementRow(agreement, { id: "people", judge: people, isTold }),
        ...judges.map((one) =>
          agreementRow(one.agreement, {
            id: String(one.runId),
            judge: distinctName(one, rows.runs),
            isTold,
            cases: one.preferences.cases,
          }),
        ),
      ]}
      say={(key) => t(`judges.${key as "judge"}`)}
      own={(key, { id }) => (key === "judge" && id === "people" ? people : undefined)}
    />
  );
}
