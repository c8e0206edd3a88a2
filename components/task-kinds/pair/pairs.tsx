import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { decimal, ends, muted, named, nothing, percent } from "#components/study-results/figure-cells.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits, inPercent, inRange } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { minForClaim, writeView } from "#lib/study-results/schema.ts";
import { drawStrengths, wordWhy } from "#lib/task-kinds/pair/figures.ts";
import {
  asChance,
  getStrengths,
  type PairFigures,
  type Preferences,
} from "#lib/task-kinds/pair/strengths.ts";

/** Whose texts are preferred, by how much, and whether the side they stood on had a part in it. */
export async function Pairs({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsPairs");
  const locale = await getLocale();
  const figures = getStrengths(rows, view);
  const made = drawStrengths(rows, view, locale);
  if (!made) return null;
  const { people, first, agreement, isTurned, judges } = figures;
  const { comparisons, cases, groups, reason } = people;
  const [best, worst] = [people.origins[0], people.origins.at(-1)];
  const counts = { n: comparisons, people: people.people, cases, groups, who: view.who };
  const isTold = isClaimable({ answers: comparisons, people: people.people, cases });
  const sentence =
    reason === null
      ? t("sentence", {
          ...counts,
          best: best?.name ?? "",
          high: inPercent(asChance(best?.strength.value ?? null) ?? 0),
          worst: worst?.name ?? "",
          low: inPercent(asChance(worst?.strength.value ?? null) ?? 0),
        })
      : reason === "too_few"
        ? t("few", { ...counts, least: minForClaim.answers, leastCases: minForClaim.cases })
        : t("undefined", { ...counts, reason: wordWhy(wordsIn(locale, "resultsPairs"), reason) });
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
      <RatersNote raters={people.people} />
      <Facts>
        {isTold && isTurned && <li>{say(t, "first", first)}</li>}
        {!isTurned && <li>{t("notTurned")}</li>}
        {isTold && agreement.mean !== null && <li>{say(t, "agreement", agreement)}</li>}
      </Facts>
      <AgainstTable of={figures} />
      {judges.length > 0 && <JudgesTable of={figures} rows={rows} isTold={isTold} />}
      {judges.map(({ run, preferences }) => (
        <StrengthsTable key={run.id} by={nameAmong(run, rows.runs)} of={preferences} locale={locale} />
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
const say = (t: Words, what: "first" | "agreement", { mean, low, high, n }: GroupedMean): string =>
  t(what, {
    n,
    told: mean === null ? "no" : low === null || high === null ? "bare" : "whole",
    share: inPercent(mean ?? 0),
    interval: low === null || high === null ? "" : inRange(low, high),
  });

const record = ["wins", "ties", "losses"] as const;
const inLogOdds = (low: number, high: number) => `${inDigits(low, 2)} … ${inDigits(high, 2)}`;

async function StrengthsTable({ by, of, locale }: { by: string; of: Preferences; locale: Locale }) {
  const t = await getTranslations("resultsPairs");
  const why = wordsIn(locale, "resultsPairs");
  const numeric = [...record, "strength", "interval", "chance"] as const;
  return (
    <Table
      caption={t("table.caption", { by, n: of.comparisons, cases: of.cases })}
      hideCaption={false}
      isTight
      columns={[
        { key: "origin", label: t("table.origin"), atLeast: 32 },
        ...numeric.map((key) => ({ key, label: t(`table.${key}`), numeric: true })),
      ]}
      rows={of.origins.map(({ name, strength, ...counts }) => ({
        id: name,
        cells: {
          origin: named(name),
          wins: counts.wins,
          ties: counts.ties,
          losses: counts.losses,
          strength:
            strength.value === null ? muted(wordWhy(why, strength.reason)) : decimal(strength.value, 2),
          interval:
            strength.low === null || strength.high === null
              ? strength.value === null
                ? nothing
                : muted(wordWhy(why, strength.reason))
              : ends(strength.low, strength.high, inLogOdds),
          chance: percent(asChance(strength.value)),
        },
      }))}
    />
  );
}

/** What each origin got against each other one. */
async function AgainstTable({ of: { people, against } }: { of: PairFigures }) {
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

type JudgesProps = { of: PairFigures; rows: OwnOverviewProps["rows"]; isTold: boolean };

/** How often each judge says what one of the people says, beside how often another of them does. */
async function JudgesTable({ of: { judges, agreement }, rows, isTold }: JudgesProps) {
  const t = await getTranslations("resultsPairs");
  const cellsOf = ({ mean, low, high, n }: GroupedMean) => ({
    n,
    share: isTold ? percent(mean) : nothing,
    interval: isTold && low !== null && high !== null ? ends(low, high) : nothing,
  });
  return (
    <Table
      caption={t("judges.caption")}
      hideCaption={false}
      isTight
      columns={[
        { key: "judge", label: t("judges.judge"), atLeast: 32 },
        { key: "cases", label: t("judges.cases"), numeric: true },
        ...(["n", "share", "interval"] as const).map((key) => ({
          key,
          label: t(`judges.${key}`),
          numeric: true,
        })),
      ]}
      rows={[
        { id: "people", cells: { judge: t("judges.people"), cases: nothing, ...cellsOf(agreement) } },
        ...judges.map(({ run, preferences, agreement: own }) => ({
          id: String(run.id),
          cells: { judge: named(nameAmong(run, rows.runs)), cases: preferences.cases, ...cellsOf(own) },
        })),
      ]}
    />
  );
}
