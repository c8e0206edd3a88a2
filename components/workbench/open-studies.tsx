import { getTranslations } from "next-intl/server";
import { StudyBadges } from "#components/studies/study-frame.tsx";
import { StudyProgress, type StudyCounts } from "#components/studies/study-progress.tsx";
import { Link } from "#components/ui/link.tsx";
import { studyPath } from "#lib/paths.ts";

type Study = StudyCounts & { slug: string; title: string; isDemo: boolean; hasSimulated: boolean };

/** Those that people can answer now, or could a moment ago. */
export async function OpenStudies({ studies }: { studies: readonly Study[] }) {
  const t = await getTranslations("admin.open");
  return (
    <section aria-labelledby="open" className="grid content-start gap-3">
      <h2 id="open" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {studies.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <ul role="list" className="grid gap-5">
          {studies.map((study) => (
            <li key={study.slug} className="grid gap-1.5">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={studyPath(study.slug)}
                  className="font-medium wrap-anywhere text-accent underline"
                >
                  <bdi>{study.title}</bdi>
                </Link>
                <StudyBadges study={study} />
              </span>
              <StudyProgress study={study} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
