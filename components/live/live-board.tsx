"use client";

import { useTranslations, useFormatter } from "next-intl";
import { Freshness } from "#components/live/freshness.tsx";
import { writeLiveQuery, type LiveQuery, type LiveView, isLive, linePath } from "#components/live/view.ts";
import { People } from "#components/live/people.tsx";
import { useAnnouncement } from "#components/ui/use-announcement.ts";
import { liveAddress } from "#lib/paths.ts";
import { ChangeState } from "#components/studies/change-state.tsx";
import { isRunning } from "#lib/studies/states.ts";
import { Table } from "#components/ui/table/table.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { inPercent, inTime } from "#lib/figures/written.ts";
import { useRouter } from "next/navigation";
import { useEffect, useState, useId, type ReactNode } from "react";
import { poll, type Stale } from "#components/studies/poll.ts";
import { PlanBar, planParts, PlanSwatch, sizeOf } from "#components/studies/study-progress.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { useTime } from "#components/live/sittings-table.tsx";

type Props = {
  study: { id: string; slug: string; title: string };
  initial: LiveView;
  query: LiveQuery;
  isAdmin: boolean;
  renderedAt: string;
};

/** Everything that happens in a study while it runs. */
export function LiveBoard({ study, initial, query, isAdmin, renderedAt }: Props) {
  const t = useTranslations();
  const { view, asks, stale } = useLive(`${liveAddress(study.slug)}${writeLiveQuery(query)}`, initial);
  const { submitted, working, droppedOut } = view.totals;
  const counts = { submitted, people: view.planned.people, working, droppedOut };
  const counted = isRunning(view.state)
    ? t("live.sentence", counts)
    : t("live.sentenceOver", { ...counts, unfinished: working + droppedOut });
  const beside = view.simulated
    ? ` ${t("live.simulatedSentence", { submitted: view.simulated.submitted, count: view.simulated.consented })}`
    : "";
  const { stopping } = view;
  const met = stopping?.met
    ? ` ${t("live.stopping.met", { why: t(`live.stopping.why.${stopping.met}`, formatStopping(stopping)) })}`
    : "";
  const sentence = counted + beside + met;
  const spoken = useAnnouncement(sentence, study.slug, 30_000);
  return (
    <div className="grid gap-10">
      <section aria-labelledby="state" className="grid gap-3">
        <h2 id="state" className="sr-only">
          {t("live.state")}
        </h2>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p>
            <strong>{t(`studies.states.${view.state}.name`)}.</strong>{" "}
            {t(`studies.states.${view.state}.meaning`)}
          </p>
          {isAdmin && (
            <ChangeState
              study={{ slug: study.slug, title: study.title }}
              state={view.state}
              count={working + droppedOut}
            />
          )}
        </div>
        {view.simulation && <SimulationProgress simulation={view.simulation} />}
        <Freshness stale={stale} asks={asks} />
        <p role="status" className="sr-only">
          {spoken}
        </p>
      </section>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <Totals view={view} />
        <AnswersLine view={view} renderedAt={renderedAt} />
      </div>
      {stopping && <Stopping stopping={stopping} />}
      <Interim interim={view.interim} />
      <People study={study} view={view} query={query} isAdmin={isAdmin} renderedAt={renderedAt} />
      <Cells view={view} />
    </div>
  );
}

/** How the places of the design are filled: each cell while they are few, else all of them in two sentences. */
function Cells({ view: { cells, planned } }: { view: LiveView }) {
  const t = useTranslations("live.cells");
  const format = useFormatter();
  const { rows, summary } = cells;
  return (
    <section aria-labelledby="cells" className="grid gap-3">
      <h2 id="cells" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t(planned.design)}</p>
      {summary.cells > 1 && (
        <p className="measure figures">
          {t("summary", {
            cells: summary.cells,
            full: summary.full,
            partly: summary.partly,
            empty: summary.empty,
          })}{" "}
          {t("spread", {
            least: summary.leastTaken,
            most: summary.mostTaken,
            leastDone: summary.leastSubmitted,
            mostDone: summary.mostSubmitted,
          })}
        </p>
      )}
      {rows && rows.length > 1 && (
        <div className="max-w-2xl">
          <Table
            caption={t("caption")}
            columns={[
              { key: "number", label: t("number") },
              { key: "capacity", label: t("capacity"), numeric: true },
              { key: "taken", label: t("taken"), numeric: true },
              { key: "submitted", label: t("submitted"), numeric: true },
            ]}
            rows={rows.map(({ number, capacity, taken, submitted }) => ({
              id: String(number),
              cells: {
                number: format.number(number),
                capacity: capacity === null ? t("noLimit") : format.number(capacity),
                taken: format.number(taken),
                submitted: format.number(submitted),
              },
            }))}
          />
        </div>
      )}
      <Meaning label={t("meaning")}>{t("taking")}</Meaning>
    </section>
  );
}

/** Accuracy stays hidden while people answer, unless the design says otherwise, and then it says so. */
function Interim({ interim }: { interim: LiveView["interim"] }) {
  const t = useTranslations("live.accuracy");
  const format = useFormatter();
  if (!interim) return null;
  const isJudged = interim.some(({ judged }) => judged > 0);
  const right = String(isJudged);
  return (
    <section aria-labelledby="interim" className="grid min-w-0 gap-3">
      <h2 id="interim" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <Callout tone="warning">{t("shown", { right })}</Callout>
      {interim.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <div className="max-w-2xl min-w-0">
          <Table
            caption={t("caption")}
            columns={[
              { key: "track", label: t("track") },
              { key: "stratum", label: t("stratum") },
              { key: "answered", label: t("answered"), numeric: true },
              ...(isJudged ? (["right", "share"] as const) : []).map((key) => ({
                key,
                label: t(key),
                numeric: true,
              })),
            ]}
            rows={interim.map(({ track, stratum, answered, judged, right: count }) => ({
              id: `${track} ${stratum}`,
              cells: {
                track: <bdi>{track}</bdi>,
                stratum: t(stratum),
                answered: format.number(answered),
                right: judged === 0 ? "–" : format.number(count),
                share:
                  judged === 0
                    ? t("noShare")
                    : format.number(count / judged, { style: "percent", maximumFractionDigits: 1 }),
              },
            }))}
          />
        </div>
      )}
    </section>
  );
}

/** How far the simulated people are that a worker sends through the study. */
function SimulationProgress({ simulation }: { simulation: NonNullable<LiveView["simulation"]> }) {
  const t = useTranslations("live.simulation");
  const { state, done, total } = simulation;
  return (
    <Callout tone="warning" title={t("title")}>
      <div className="grid gap-3">
        <p>{t("body")}</p>
        {state === "queued" || total === null ? (
          <p>{t("waiting")}</p>
        ) : (
          <Progress label={t("progress", { done, total })} value={done} max={total} />
        )}
      </div>
    </Callout>
  );
}

type StoppingState = NonNullable<LiveView["stopping"]>;

/** How far the study is from where its plan ends it. Whether it is closed then is for an admin to say. */
function Stopping({ stopping }: { stopping: StoppingState }) {
  const t = useTranslations("live.stopping");
  const { halfWidth } = stopping;
  const told = formatStopping(stopping);
  return (
    <section aria-labelledby="stopping" className="grid gap-3">
      <h2 id="stopping" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {stopping.met && <Callout tone="success" title={t("met", { why: t(`why.${stopping.met}`, told) })} />}
      <p className="measure figures">
        {halfWidth === null ? t("unknown", told) : t("now", told)} {t("people", told)}
      </p>
      <Meaning label={t("meaning")}>{t("about")}</Meaning>
    </section>
  );
}

const formatStopping = ({ halfWidth, plannedHalfWidth, people, mostPeople }: StoppingState) => ({
  people,
  most: mostPeople,
  now: inPercent(halfWidth ?? 0),
  planned: inPercent(plannedHalfWidth),
});

type LiveState = { view: LiveView; asks: boolean; stale: Stale };

/** The newest of a study that runs; a change of the study's state has the whole page drawn anew. */
function useLive(address: string, initial: LiveView): LiveState {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, view: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after a action or for another filter: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, view: initial });

  const asks = isLive(shown.view);
  useEffect(() => {
    if (!asks) return;
    return poll(address, JSON.stringify(initial), {
      take(text) {
        const view = JSON.parse(text) as LiveView;
        // A page that has been drawn anew may hear the last of the one before: kept, it would stay until something happens.
        setShown((before) => (before.of === initial ? { ...before, view } : before));
        if (view.state !== initial.state) router.refresh();
      },
      tell: setStale,
    });
  }, [address, asks, initial, router]);

  return { view: shown.view, asks, stale: asks ? stale : null };
}

const before = ["invited", "consented", "started"] as const;
const after = ["withdrawn", "excluded", "flagged"] as const;
type Counted = (typeof before | typeof after)[number] | "droppedOut";

/** How far the plan is, and how many people stand where. */
function Totals({ view }: { view: LiveView }) {
  const t = useTranslations("live.totals");
  const format = useFormatter();
  const { state, totals, simulated, planned } = view;
  // Where everybody was made up, the bar and the median are theirs, and are called so.
  const isAllSimulated = simulated !== null && totals.consented === 0;
  const shown = isAllSimulated ? simulated : totals;
  const runs = isRunning(state);
  const counts = countsOf(shown, planned.people, runs);
  const made = simulated && !isAllSimulated ? countsOf(simulated, 0, runs) : null;
  const names = {
    finished: "submitted",
    underWay: runs ? "working" : "unfinished",
    open: runs ? "open" : "neverBegun",
  } as const;
  return (
    <section aria-labelledby="totals" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="totals" className="text-xl font-semibold">
          {t("title", { people: planned.people })}
        </h2>
        {isAllSimulated && <Badge tone="warning">{t("allSimulated")}</Badge>}
      </div>
      <PlanBar counts={counts} />
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1">
        {planParts.map((part) => (
          <div key={part} className="flex items-baseline gap-2">
            <PlanSwatch part={part} />
            <dd className="order-1 text-xl font-semibold">{format.number(sizeOf(part, counts))}</dd>
            <dt className="order-2">{t(names[part])}</dt>
            {made && sizeOf(part, made) > 0 && (
              <dd className="order-3 text-sm font-medium text-warning">
                {t("andSimulated", { count: sizeOf(part, made) })}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <Facts view={view} isAllSimulated={isAllSimulated} />
    </section>
  );
}

const countsOf = (of: LiveView["totals"], planned: number, runs: boolean) => ({
  planned,
  finished: of.submitted,
  underWay: runs ? of.working : of.working + of.droppedOut,
});

/** The made-up ones are never counted as people: they stand beside them. */
function Facts({ view, isAllSimulated }: { view: LiveView; isAllSimulated: boolean }) {
  const t = useTranslations("live.totals");
  const accuracy = useTranslations("live.accuracy");
  const format = useFormatter();
  const { state, totals, simulated, silentHours, interim } = view;
  const shown = isAllSimulated && simulated ? simulated : totals;
  const { medianActiveMs, submitted } = shown;
  const keys: readonly Counted[] = [
    ...before,
    ...(isRunning(state) ? (["droppedOut"] as const) : []),
    ...after,
  ];
  const noteOn = (key: Counted) => {
    const count = simulated?.[key] ?? 0;
    return count > 0 && !isAllSimulated ? t("andSimulated", { count }) : null;
  };
  const noTime = t(submitted > 0 ? "unmeasured" : "noMedian");
  return (
    <>
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-muted">
        {keys.map((key) => (
          <Fact key={key} label={t(key)} value={format.number(shown[key])} note={noteOn(key)} />
        ))}
        <Fact
          label={t("median")}
          value={medianActiveMs === null ? noTime : inTime(medianActiveMs)}
          note={null}
        />
      </dl>
      <Meaning label={t("meaning")}>
        <p>{isRunning(state) ? t("aboutDropped", { hours: silentHours }) : t("aboutUnfinished")}</p>
        <p>{t("aboutMedian")}</p>
        <p>{t("aboutExcluded")}</p>
        {simulated && <p>{t("aboutSimulated")}</p>}
        {!interim && <p>{accuracy("hidden")}</p>}
      </Meaning>
    </>
  );
}

function Fact({ label, value, note }: { label: string; value: string; note: string | null }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt>{label}</dt>
      <dd className="font-medium text-ink">{value}</dd>
      {note && <dd className="font-medium text-warning">{note}</dd>}
    </div>
  );
}

function Meaning({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="measure text-sm text-ink-muted">
      <summary className="target w-fit cursor-pointer py-1 font-medium text-accent">{label}</summary>
      <div className="mt-1 grid gap-2">{children}</div>
    </details>
  );
}

type LineProps = { view: LiveView; renderedAt: string };

/** How many answers there were at any time, as steps; while the study runs up to now. */
function AnswersLine({ view: { state, answers, totals, simulated }, renderedAt }: LineProps) {
  const t = useTranslations("live.answers");
  const format = useFormatter();
  const id = useId();
  const now = useTime(renderedAt);
  const isAllSimulated = simulated !== null && totals.consented === 0;
  const line = isAllSimulated ? answers.simulated : answers.people;
  const last = line?.steps.at(-1);
  if (!line || !last) return <p className="text-ink-muted">{t("none")}</p>;
  const first = new Date(line.first);
  const latest = new Date(first.getTime() + last[0] * 1000);
  const end = isRunning(state) && now > latest ? now : latest;
  const seconds = (end.getTime() - first.getTime()) / 1000;
  const at = (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short" });
  const count = last[1];
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-1">
      <figcaption id={id} className="figures">
        {t(isAllSimulated ? "countSimulated" : "count", { count })}{" "}
        <span className="text-sm text-ink-muted">
          {t("last", { ago: format.relativeTime(latest < now ? latest : now, { now }) })}
        </span>
      </figcaption>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-16 w-full overflow-visible border-b border-edge text-people"
      >
        <path d={`${linePath(line.steps, seconds)}V100H0Z`} fill="currentColor" fillOpacity="0.14" />
        <path
          d={linePath(line.steps, seconds)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden className="figures flex flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <span>{at(first)}</span>
        <span>{isRunning(state) ? t("now") : at(end)}</span>
      </p>
    </figure>
  );
}
