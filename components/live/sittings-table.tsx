"use client";

import { useFormatter, useTranslations } from "next-intl";
import { SittingState } from "#components/live/sitting-state.tsx";
import { useDuration } from "#components/live/use-duration.ts";
import { useTime } from "#components/live/use-time.ts";
import type { SentSitting } from "#components/live/view.ts";
import { Button } from "#components/ui/button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

type Props = {
  state: StudyState;
  sittings: readonly SentSitting[];
  isAdmin: boolean;
  renderedAt: string;
  onManage: (sitting: SentSitting) => void;
};

export function SittingsTable({ state, sittings, isAdmin, renderedAt, onManage }: Props) {
  const t = useTranslations("live.people");
  const duration = useDuration();
  const now = useTime(renderedAt);
  const nothing = <Nothing />;
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t(isAdmin ? "columns.numberAndCode" : "columns.number") },
        { key: "cohort", label: t("columns.cohort") },
        { key: "language", label: t("columns.language") },
        { key: "state", label: t("columns.state") },
        { key: "at", label: t("columns.at"), numeric: true },
        { key: "cell", label: t("columns.cell"), numeric: true },
        { key: "active", label: t("columns.active"), numeric: true },
        { key: "lastSeen", label: t("columns.lastSeen") },
        ...(isAdmin
          ? [{ key: "actions", label: <span className="sr-only">{t("columns.actions")}</span> }]
          : []),
      ]}
      rows={sittings.map((sitting) => ({
        id: String(sitting.number),
        cells: {
          number: <NumberAndCode sitting={sitting} />,
          cohort: sitting.cohort ? <bdi>{sitting.cohort}</bdi> : nothing,
          language: sitting.language,
          state: <SittingState sitting={sitting} study={state} />,
          at: <Place sitting={sitting} />,
          cell: sitting.cell ?? nothing,
          active:
            sitting.activeMs === null ? (
              nothing
            ) : (
              <span className="whitespace-nowrap">{duration(sitting.activeMs)}</span>
            ),
          lastSeen: <LastSeen {...{ sitting, now }} />,
          actions: (
            <Button
              size="small"
              aria-label={t("manageOf", { number: sitting.number })}
              onClick={() => onManage(sitting)}
            >
              {t("manage")}
            </Button>
          ),
        },
      }))}
    />
  );
}

function Nothing() {
  const t = useTranslations("live.people");
  return <span className="text-ink-muted">{t("nothing")}</span>;
}

function NumberAndCode({ sitting }: { sitting: SentSitting }) {
  return (
    <span className="grid">
      {sitting.number}
      {sitting.code && (
        <code className="font-mono text-sm font-normal whitespace-nowrap text-ink-muted">{sitting.code}</code>
      )}
    </span>
  );
}

/** At which case, and how many were passed over. */
function Place({ sitting: { at, cases, passed } }: { sitting: SentSitting }) {
  const t = useTranslations("live.people");
  if (cases === 0) return <Nothing />;
  const where = at === null ? t("allAnswered", { cases }) : t("at", { at, cases });
  return passed === 0 ? (
    where
  ) : (
    <span className="grid">
      {where}
      <span className="text-sm text-ink-muted">{t("passed", { count: passed })}</span>
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
