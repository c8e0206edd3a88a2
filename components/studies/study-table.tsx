import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { resultsPath, studyPath } from "#lib/paths.ts";
import { CopyStudy, RemoveDraft } from "#components/studies/study-actions.tsx";
import { StudyProgress } from "#components/studies/study-progress.tsx";
import { StudyBadges } from "#components/studies/study-frame.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { StudyRow } from "#lib/studies/queries.ts";
import { studyStates } from "#lib/studies/states.ts";

type Props = {
  studies: readonly StudyRow[];
  caption: string;
  /** Admins copy, and remove drafts. */
  isAdmin: boolean;
  name?: string;
};

const sortable = ["title", "benchmark", "state", "submitted", "started", "opened"] as const;

export async function StudyTable({ studies, caption, isAdmin, name }: Props) {
  const [t, table] = [await getTranslations("studies"), await getTranslations("table")];
  const format = await getFormatter();
  const rows = studies.map((study) => {
    const { slug, title, state, benchmark, sittings, simulated, openedAt } = study;
    return {
      id: slug,
      text: `${title} ${benchmark?.name ?? ""} ${t(`states.${state}.name`)}`,
      sort: {
        title,
        benchmark: benchmark?.name ?? null,
        state: studyStates.indexOf(state),
        started: sittings.started,
        submitted: sittings.submitted,
        opened: openedAt?.getTime() ?? null,
      },
      cells: {
        title: <StudyTitle study={study} />,
        benchmark: {
          text: benchmark?.name ?? t("noBenchmark"),
          isName: true,
          isWhole: true,
          isNarrow: true,
          isMuted: true,
        },
        state: <StudyBadges study={{ ...study, hasSimulated: false }} isWhole />,
        started: <WithSimulated count={sittings.started} simulated={simulated.started} />,
        submitted: <StudyProgress study={study} isShort />,
        opened: openedAt
          ? { text: format.dateTime(openedAt, { dateStyle: "medium" }), isWhole: true }
          : { text: t("notOpened"), isMuted: true },
        actions: isAdmin && <StudyActions study={study} />,
      },
    };
  });
  return (
    <DataTable
      caption={caption}
      isTight
      columns={[
        ...sortable.map((key) => ({
          key,
          label: t(`columns.${key}`),
          sortable: true,
          numeric: key === "started",
          fills: key === "title",
        })),
        ...(isAdmin ? [{ key: "actions", label: t("columns.actions"), hideLabel: true }] : []),
      ]}
      rows={rows}
      words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
      empty={null}
      {...(name ? { name } : {})}
    />
  );
}

async function StudyTitle({ study }: { study: StudyRow }) {
  const t = await getTranslations("studies");
  const { slug, title, sittings, simulated } = study;
  return (
    <span className="flex items-baseline gap-x-3">
      <Link href={studyPath(slug)} title={title} className="min-w-0 truncate text-accent underline">
        <bdi id={`study-${slug}`}>{title}</bdi>
      </Link>
      {sittings.started + sittings.submitted + simulated.started + simulated.submitted > 0 && (
        <Link
          href={resultsPath(slug)}
          aria-describedby={`study-${slug}`}
          className="shrink-0 text-sm font-normal text-accent underline"
        >
          {t("results")}
        </Link>
      )}
    </span>
  );
}

/** How many, and beside them those who are made up. */
async function WithSimulated({ count, simulated }: { count: number; simulated: number }) {
  const t = await getTranslations("studies");
  const format = await getFormatter();
  if (simulated === 0) return format.number(count);
  return (
    <span title={t("andSimulated", { count: simulated })} className="whitespace-nowrap">
      {format.number(count)}{" "}
      <span className="text-warning">
        <span aria-hidden>+ {format.number(simulated)}</span>
        <span className="sr-only">{t("andSimulated", { count: simulated })}</span>
      </span>
    </span>
  );
}

function StudyActions({ study: { slug, title, state } }: { study: StudyRow }) {
  return (
    <span className="-mx-2 flex">
      <CopyStudy slug={slug} title={title} isShort />
      {state === "draft" && <RemoveDraft slug={slug} title={title} />}
    </span>
  );
}
