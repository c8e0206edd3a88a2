import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { resultsPath, studyPath } from "#lib/paths.ts";
import { CopyStudy } from "#components/studies/copy-study.tsx";
import { RemoveDraft } from "#components/studies/remove-draft.tsx";
import { StudyBadges } from "#components/studies/study-badges.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { StudyRow } from "#lib/studies/queries.ts";
import { studyStates } from "#lib/studies/schema.ts";

type Props = {
  studies: readonly StudyRow[];
  caption: string;
  /** Admins copy, and remove drafts. */
  isAdmin: boolean;
  name?: string;
};

const names = ["title", "benchmark", "state"] as const;
const counts = ["people", "consented", "started", "submitted"] as const;
const sortable = [...names, ...counts, "opened"] as const;

const sum = (sittings: Readonly<Record<string, number>>) =>
  Object.values(sittings).reduce((all, count) => all + count, 0);

export async function StudyTable({ studies, caption, isAdmin, name }: Props) {
  const [t, table] = [await getTranslations("studies"), await getTranslations("table")];
  const format = await getFormatter();
  const rows = studies.map((study) => {
    const { slug, title, state, benchmark, people, sittings, simulated, openedAt } = study;
    return {
      id: slug,
      text: `${title} ${benchmark?.name ?? ""} ${t(`states.${state}.name`)}`,
      sort: {
        title,
        benchmark: benchmark?.name ?? null,
        state: studyStates.indexOf(state),
        people,
        consented: sum(sittings),
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
        state: <StudyBadges study={{ ...study, hasSimulated: false }} />,
        people: format.number(people),
        consented: <WithSimulated count={sum(sittings)} simulated={sum(simulated)} />,
        started: <WithSimulated count={sittings.started} simulated={simulated.started} />,
        submitted: <WithSimulated count={sittings.submitted} simulated={simulated.submitted} />,
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
          numeric: counts.some((count) => count === key),
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
    <span className="flex min-w-40 flex-wrap items-baseline gap-x-3">
      <Link href={studyPath(slug)} className="wrap-anywhere text-accent underline">
        <bdi id={`study-${slug}`}>{title}</bdi>
      </Link>
      {sittings.started + sittings.submitted + simulated.started + simulated.submitted > 0 && (
        <Link
          href={resultsPath(slug)}
          aria-describedby={`study-${slug}`}
          className="inline-flex min-h-6 items-center text-sm font-normal text-accent underline"
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
