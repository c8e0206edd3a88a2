import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { requireAnswering } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ReportForm } from "#components/sitting/case/report-form.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { getOwnReport } from "#lib/passage-reports/queries.ts";
import { maxReportWords, passageReportKinds } from "#lib/passage-reports/schema.ts";

type Props = PageProps<"/sittings/[sittingId]/[position]/report">;

export const generateMetadata = nameWindow((t) => t("passage.title"));

/** A page of its own: it works without a script, and the case carries no more than a link to it. */
export default async function ReportPage({ params, searchParams }: Props) {
  const { viewer, place } = await requireAnswering(params);
  const asked = (await params).position;
  const cases = place.progress.filter(({ isPractice }) => !isPractice);
  const at = cases.findIndex(({ position }) => String(position) === asked);
  const present = cases[at];
  if (!present || !place.questions.reportPassage) notFound();
  const { passage, way, sitting } = await getMessages();
  const { reasonLeft, reasonOver, takenOut } = sitting.extra;
  const t = await getTranslations();
  const { position } = present;
  return (
    <div className="grid gap-6">
      <PageTitle>{passage.title}</PageTitle>
      <p className="font-medium">
        {t("sitting.case.place", { place: String(at + 1), count: String(cases.length) })}
      </p>
      {"sent" in (await searchParams) ? (
        <>
          <p role="status">{passage.sent}</p>
          <div>
            <ButtonLink href={`/sittings/${place.id}/${position}`} variant="primary">
              {passage.back}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p>{passage.intro}</p>
          <ReportForm
            sittingId={place.id}
            position={position}
            kinds={passageReportKinds}
            most={maxReportWords}
            said={await getOwnReport(viewer, place.id, position)}
            words={{
              ...passage,
              unreached: way.unreached,
              failed: sitting.own.errors.other,
              counting: { reasonLeft, reasonOver, takenOut },
            }}
          />
        </>
      )}
    </div>
  );
}
