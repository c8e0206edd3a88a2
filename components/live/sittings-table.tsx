"use client";

import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "next-intl";
import { type LiveView, type SerializedSitting, stateOf, type PersonState } from "#components/live/view.ts";
import { formatFlag, formatExclusion } from "#components/study-results/people/flag-words.ts";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inTime } from "#lib/figures/written.ts";
import type { PersonFlags } from "#lib/study-results/people/care-queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

const everyMs = 30_000;

/** The time, for "5 minutes ago": first that of the server, so that both draw the same. */
export function useTime(renderedAt: string): Date {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Props = {
  view: LiveView;
  isAdmin: boolean;
  renderedAt: string;
  onManage: (sitting: SerializedSitting) => void;
};

/** What nobody on the page has, or everybody has alike, is no column. */
export function SittingsTable({ view, isAdmin, renderedAt, onManage }: Props) {
  const t = useTranslations("live.people");
  const now = useTime(renderedAt);
  const { state, planned, totals } = view;
  const { sittings } = view.people;
  const judgedOf = new Map(view.judged.map((one) => [one.number, one]));
  const shown = {
    number: true,
    code: isAdmin,
    cohort: sittings.some(({ cohort }) => cohort !== null),
    language: true,
    state: true,
    answered: true,
    cell: planned.design !== "same",
    active: true,
    flags: view.judged.some(({ flags }) => flags.length > 0),
    lastSeen: true,
    actions: isAdmin,
  };
  const columns = (Object.keys(shown) as (keyof typeof shown)[]).filter((key) => shown[key]);
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={columns.map((key) => ({
        key,
        label:
          key === "actions" ? <span className="sr-only">{t("columns.actions")}</span> : t(`columns.${key}`),
        numeric: ["number", "cell", "active"].includes(key),
      }))}
      rows={sittings.map((sitting) => ({
        id: String(sitting.number),
        cells: {
          number: sitting.number,
          code: sitting.code && <code className="font-mono text-sm whitespace-nowrap">{sitting.code}</code>,
          cohort: sitting.cohort && <bdi>{sitting.cohort}</bdi>,
          language: sitting.language,
          state: (
            <SittingState
              sitting={sitting}
              judged={judgedOf.get(sitting.number)}
              study={state}
              isAmongPeople={totals.consented > 0}
            />
          ),
          answered: <Progress sitting={sitting} />,
          cell: sitting.cell,
          active: sitting.activeMs !== null && (
            <span className="whitespace-nowrap">{inTime(sitting.activeMs)}</span>
          ),
          flags: sitting.state !== "withdrawn" && <Flags judged={judgedOf.get(sitting.number)} />,
          lastSeen: <LastSeen sitting={sitting} now={now} />,
          actions: <Manage sitting={sitting} onManage={onManage} />,
        },
      }))}
    />
  );
}

function Manage({ sitting, onManage }: Pick<Props, "onManage"> & { sitting: SerializedSitting }) {
  const t = useTranslations("live.people");
  return (
    <span className="-mx-2 flex">
      <Button
        size="small"
        variant="quiet"
        title={t("manage")}
        aria-label={t("manageOf", { number: sitting.number })}
        onClick={() => onManage(sitting)}
      >
        <ControlIcon name="dots" />
      </Button>
    </span>
  );
}

/** How far they are, as a thin bar and in numbers; what was passed over is counted apart. */
function Progress({ sitting: { cases, answered, passed } }: { sitting: SerializedSitting }) {
  const t = useTranslations("live.people");
  if (cases === 0) return null;
  return (
    <span className="flex items-center gap-3 whitespace-nowrap">
      <span
        aria-hidden
        className="flex h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-line forced-color-adjust-none"
      >
        <span className="bg-people" style={{ width: `${(100 * answered) / cases}%` }} />
        <span className="bg-model" style={{ width: `${(100 * passed) / cases}%` }} />
      </span>
      <span>
        {t("answered", { answered, cases })}
        {passed > 0 && <span className="text-sm text-ink-muted"> {t("passed", { count: passed })}</span>}
      </span>
    </span>
  );
}

/** How many there are, and which when pointed at: while people answer, there is still time to ask. */
function Flags({ judged }: { judged: PersonFlags | undefined }) {
  const t = useTranslations("resultsPeople");
  if (!judged || judged.flags.length === 0) return null;
  const said = judged.flags.map((flag) => formatFlag(t, flag)).join(" · ");
  return (
    <span title={said} className="text-sm whitespace-nowrap text-warning">
      {t("flags.count", { count: judged.flags.length })}
      <span className="sr-only"> {said}</span>
    </span>
  );
}

function LastSeen({ sitting, now }: { sitting: SerializedSitting; now: Date }) {
  const format = useFormatter();
  const sign = sitting.lastSeenAt ?? sitting.startedAt ?? sitting.consentedAt;
  // Another machine's clock may be ahead of this one's.
  const at = new Date(Math.min(Date.parse(sign), now.getTime()));
  return (
    <time dateTime={sign} className="whitespace-nowrap">
      {format.relativeTime(at, { now, style: "short" })}
    </time>
  );
}

const tones = {
  consented: "neutral",
  started: "info",
  submitted: "success",
  withdrawn: "neutral",
  droppedOut: "warning",
  unfinished: "neutral",
} as const satisfies Record<PersonState, string>;

type StateProps = {
  sitting: SerializedSitting;
  judged: PersonFlags | undefined;
  study: StudyState;
  /** Where everybody is simulated, the page says so once. */
  isAmongPeople: boolean;
};

/** Where one person stands, and what was done with their sitting. */
export function SittingState({ sitting, judged, study, isAmongPeople }: StateProps) {
  const t = useTranslations("live.people");
  const people = useTranslations("resultsPeople");
  const state = stateOf(sitting, study);
  const isByHand = sitting.excludedAt !== null && state !== "withdrawn";
  const reasons = state === "withdrawn" ? [] : (judged?.reasons ?? []);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {(isByHand || reasons.length > 0) && <Badge tone="danger">{t("states.excluded")}</Badge>}
        {sitting.isReleased && state !== "withdrawn" && <Badge tone="warning">{t("states.released")}</Badge>}
        {sitting.isErased && <Badge>{t("states.erased")}</Badge>}
        {sitting.isSimulated && isAmongPeople && <Badge tone="warning">{t("states.simulated")}</Badge>}
      </span>
      {sitting.partialCode && state === "unfinished" && (
        <code title={t("partialCode")} className="font-mono text-xs whitespace-nowrap text-ink-muted">
          <span className="sr-only">{t("partialCode")} </span>
          {sitting.partialCode}
        </code>
      )}
      {isByHand && <Why sitting={sitting} />}
      {reasons.length > 0 && (
        <span className="text-sm text-ink-muted">
          {reasons.map((reason) => formatExclusion(people, { reason, note: null })).join(" · ")}
        </span>
      )}
    </span>
  );
}

/** One line of the reason; all of it for whoever points at it. */
function Why({ sitting: { excludedBy, excludedReason } }: Pick<StateProps, "sitting">) {
  const t = useTranslations("live.people");
  const why = t("excludedBecause", { by: excludedBy ?? t("somebody"), reason: excludedReason ?? "" });
  return (
    <span dir="auto" title={why} className="max-w-40 truncate text-sm text-ink-muted">
      {why}
    </span>
  );
}
