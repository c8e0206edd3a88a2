"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SittingState } from "#components/live/sitting-state.tsx";
import { useTime } from "#components/live/use-time.ts";
import type { LiveView, SerializedSitting } from "#components/live/view.ts";
import { formatFlag } from "#components/study-results/people/flag-words.ts";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inTime } from "#lib/figures/written.ts";
import type { PersonFlags } from "#lib/study-results/people/care-queries.ts";

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
  const hasFlags = view.judged.some(({ flags }) => flags.length > 0);
  const hasCohorts = sittings.some(({ cohort }) => cohort !== null);
  const label = (key: Column) => ({ key, label: t(`columns.${key}`) });
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={[
        { ...label("number"), numeric: true },
        ...(isAdmin ? [label("code")] : []),
        ...(hasCohorts ? [label("cohort")] : []),
        label("language"),
        label("state"),
        label("answered"),
        ...(planned.design !== "same" ? [{ ...label("cell"), numeric: true }] : []),
        { ...label("active"), numeric: true },
        ...(hasFlags ? [label("flags")] : []),
        label("lastSeen"),
        ...(isAdmin
          ? [{ key: "actions", label: <span className="sr-only">{t("columns.actions")}</span> }]
          : []),
      ]}
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

type Column =
  | "number"
  | "code"
  | "cohort"
  | "language"
  | "state"
  | "answered"
  | "cell"
  | "active"
  | "flags"
  | "lastSeen";

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
