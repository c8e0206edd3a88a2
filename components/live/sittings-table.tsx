"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SittingState } from "#components/live/sitting-state.tsx";
import { useTime } from "#components/live/use-time.ts";
import type { LiveView, SentSitting } from "#components/live/view.ts";
import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { inTime } from "#lib/figures/written.ts";

type Props = {
  view: LiveView;
  isAdmin: boolean;
  renderedAt: string;
  onManage: (sitting: SentSitting) => void;
};

/** What nobody on the page has, or everybody has alike, is no column. */
export function SittingsTable({ view, isAdmin, renderedAt, onManage }: Props) {
  const t = useTranslations("live.people");
  const now = useTime(renderedAt);
  const { state, planned, totals } = view;
  const { sittings } = view.people;
  const hasCohorts = sittings.some(({ cohort }) => cohort !== null);
  const label = (key: Column) => ({ key, label: t(`columns.${key}`) });
  return (
    <LiveTable
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
          state: <SittingState sitting={sitting} study={state} isAmongPeople={totals.consented > 0} />,
          answered: <Progress sitting={sitting} />,
          cell: sitting.cell,
          active: sitting.activeMs !== null && (
            <span className="whitespace-nowrap">{inTime(sitting.activeMs)}</span>
          ),
          lastSeen: <LastSeen {...{ sitting, now }} />,
          actions: (
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
          ),
        },
      }))}
    />
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
  | "lastSeen";

/** How far they are, as a thin bar and in numbers; what was passed over is counted apart. */
function Progress({ sitting: { cases, answered, passed } }: { sitting: SentSitting }) {
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

function LastSeen({ sitting, now }: { sitting: SentSitting; now: Date }) {
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
