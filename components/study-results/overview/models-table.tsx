import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { ReactNode } from "react";
import { resultsPath, type ResultsRoom } from "#components/studies/address.ts";
import { Gap, Range, Withheld } from "#components/study-results/overview/figures.tsx";
import { reasonKey } from "#components/study-results/overview/interval-words.ts";
import { Decimal, Nothing, Percent, Probability } from "#components/study-results/people/number.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { DataTable, type Row } from "#components/ui/data-table.tsx";
import type { Intervals } from "#lib/study-results/intervals.ts";
import { foresee } from "#lib/study-results/models.ts";
import { recallPoints, recallSelection } from "#lib/study-results/overview.ts";
import { isGapTold, type ModelPoints, type ModelReason } from "#lib/study-results/overview-types.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; intervals: Intervals | null };

const numeric = [
  "n",
  "top1",
  "interval",
  "top2",
  "meanRank",
  "ece",
  "brier",
  "gap",
  "gapInterval",
  "mcnemar",
  "holm",
] as const;

/** Everything the headline is made of, for people, their vote and every model on the same cases. */
export async function ModelsTable({ rows, view, intervals }: Props) {
  const t = await getTranslations("resultsOverview.table");
  const forest = await getTranslations("resultsOverview.forest");
  const reasons = await getTranslations("resultsOverview.reasons");
  const table = await getTranslations("table");
  const { people, consensus, chance, models } = recallPoints(rows, view);
  const isPending = intervals === null;
  const way = (room: ResultsRoom, text: ReactNode, more?: [string, string]) => {
    const query = writeView(view);
    if (more) query.set(...more);
    return (
      <Link href={resultsPath(rows.study.slug, room, query)} className="wrap-anywhere text-accent underline">
        <bdi>{text}</bdi>
      </Link>
    );
  };
  const why = (reason: ModelReason | null) => (reason === null ? null : reasons(reasonKey(reason)));
  const few = (n: number) => <Withheld>{t("tooFew", { n })}</Withheld>;

  const crowd: Row = {
    id: "people",
    text: forest(view.who),
    sort: { name: forest(view.who), n: people.n.answers, top1: people.isClaimable ? people.accuracy : null },
    cells: {
      name: way("people", forest(view.who)),
      n: <span className="whitespace-nowrap">{t("peopleN", { answers: people.n.answers })}</span>,
      top1: people.isClaimable ? <Percent value={people.accuracy} /> : few(people.n.answers),
      interval: people.isClaimable && <Range interval={intervals?.people ?? null} isPending={isPending} />,
    },
  };
  const vote: Row = {
    id: "consensus",
    text: forest("consensus"),
    sort: {
      name: forest("consensus"),
      n: consensus.cases,
      top1: people.isClaimable ? consensus.accuracy : null,
    },
    cells: {
      name: way("cases", forest("consensus")),
      n: consensus.cases,
      top1: people.isClaimable ? <Percent value={consensus.accuracy} /> : few(consensus.cases),
      interval: people.isClaimable && <Range interval={intervals?.consensus ?? null} isPending={isPending} />,
    },
  };
  const guess: Row = {
    id: "chance",
    text: t("chance"),
    sort: { name: t("chance"), n: null, top1: chance },
    cells: { name: t("chance"), top1: <Percent value={chance} /> },
  };

  const describe = (it: ModelPoints): Row => {
    const { scores, mcnemar, gap, answered } = it;
    const isShown = !it.isSelecting && answered >= leastForClaim.cases;
    const known = foresee(recallSelection(rows, view));
    const shown = (value: ReactNode) => (isShown ? value : it.isSelecting ? <Nothing /> : few(answered));
    const score = (value: number | null, draw: (value: number) => ReactNode) =>
      shown(value === null ? <Withheld why={why(scores.reason)}>–</Withheld> : draw(value));
    const sorted = (value: number | null) => (isShown ? value : null);
    const isAgainst = isShown && isGapTold(it);
    const against = (value: ReactNode) => (isShown && !isAgainst ? few(gap.answers) : shown(value));
    const sortedAgainst = (value: number | null) => (isAgainst ? value : null);
    const { onlyPeople, onlyModel, cases, ties } = mcnemar;
    const pairs = t("pairs", { who: view.who, onlyPeople, onlyModel, cases, ties });
    return {
      id: String(it.runId),
      text: [it.model, it.method, it.version].join(" "),
      sort: {
        name: it.model,
        n: answered,
        top1: sorted(it.top1),
        top2: sorted(scores.top2),
        meanRank: sorted(scores.meanRank),
        ece: sorted(scores.ece),
        brier: sorted(scores.brierPerOption),
        gap: sortedAgainst(gap.value),
        mcnemar: sortedAgainst(mcnemar.p),
        holm: sortedAgainst(mcnemar.holm),
      },
      cells: {
        name: (
          <span className="grid min-w-36 gap-1">
            {way("models", it.model, ["model", String(it.runId)])}
            <bdi className="text-sm font-normal text-ink-muted">
              {[it.method, it.version].filter(Boolean).join(" · ")}
            </bdi>
            {it.isSelecting && (
              <span>
                <Badge tone="warning">{forest("selectingNote")}</Badge>
              </span>
            )}
            {!it.isSelecting && !it.isRanked && (
              <span>
                <Badge>{t("unranked")}</Badge>
              </span>
            )}
          </span>
        ),
        n: (
          <span className="grid justify-items-end">
            <span className="whitespace-nowrap">{t("answered", { answered, cases: consensus.cases })}</span>
            {it.failed > 0 && (
              <span className="text-sm text-ink-muted">{t("failed", { count: it.failed })}</span>
            )}
          </span>
        ),
        top1: it.isSelecting ? (
          <span className="whitespace-nowrap">{forest(`selecting.${known}`)}</span>
        ) : (
          shown(<Percent value={it.top1} />)
        ),
        interval: shown(<Range interval={intervals?.models.get(it.runId) ?? null} isPending={isPending} />),
        top2: score(scores.top2, (value) => <Percent value={value} />),
        meanRank: score(scores.meanRank, (value) => <Decimal value={value} digits={2} />),
        ece: score(scores.ece, (value) => <Percent value={value} />),
        brier: score(scores.brierPerOption, (value) => <Decimal value={value} />),
        gap: against(<Gap value={gap.value} />),
        gapInterval: against(
          <Range interval={intervals?.gaps.get(it.runId) ?? null} isPending={isPending} isGap />,
        ),
        mcnemar: against(
          <span title={pairs}>
            <Probability value={mcnemar.p} />
          </span>,
        ),
        holm: against(<Probability value={mcnemar.holm} />),
      },
    };
  };

  const missing = [
    ...new Set(models.flatMap(({ scores }) => (scores.reason === null ? [] : [reasonKey(scores.reason)]))),
  ];
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("caption", { who: view.who })}</h2>
      <DataTable
        caption={t("caption", { who: view.who })}
        columns={[
          { key: "name", label: t("name"), sortable: true },
          ...numeric.map((key) => ({
            key,
            label: t(key, { who: view.who }),
            numeric: true,
            sortable: key !== "interval" && key !== "gapInterval",
          })),
        ]}
        rows={[crowd, vote, ...models.map(describe), guess]}
        words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
        empty={null}
      />
      {missing.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("why")} {missing.map((key) => reasons(key)).join("; ")}.
        </p>
      )}
    </section>
  );
}
