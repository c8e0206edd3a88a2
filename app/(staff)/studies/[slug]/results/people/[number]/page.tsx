import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { PersonResults } from "#components/study-results/people/person-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { mayShow } from "#lib/study-results/schema.ts";
import { findPerson } from "#lib/study-results/people/person.ts";
import { getPersonTexts } from "#lib/study-results/people/person-queries.ts";

export const generateMetadata = nameStudyWindow<{ slug: string; number: string }>((t, { number }) =>
  t("resultsPeople.person.title", { number }),
);

export default async function PersonPage(props: PageProps<"/studies/[slug]/results/people/[number]">) {
  const { viewer, rows, view: asked, frame } = await openResults(props);
  const { number: written } = await props.params;
  const index = /^[1-9]\d{0,9}$/.test(written) ? findPerson(rows, Number(written)) : null;
  const person = index === null ? undefined : rows.people[index];
  if (index === null || !person) notFound();
  const { number, who } = person;
  // Whoever is looked at decides whether it may be shown, not what the address says they are.
  const view = { ...asked, who, cohort: null };
  const texts = mayShow(rows.study, who)
    ? await getPersonTexts(viewer, { slug: rows.study.slug, number })
    : null;
  if (mayShow(rows.study, who) && !texts) notFound();
  const t = await getTranslations("resultsPeople.person");
  return (
    <ResultsFrame
      {...frame}
      view={view}
      page="people"
      heading={<SectionHeader title={t(who === "simulated" ? "simulated" : "title", { number })} />}
    >
      {texts && <PersonResults rows={rows} view={view} index={index} texts={texts} />}
    </ResultsFrame>
  );
}
