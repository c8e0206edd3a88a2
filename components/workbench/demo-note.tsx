import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";
import { resultsPath, studyPath } from "#lib/paths.ts";

type Demo = { slug: string; title: string; submitted: number };

/** The demo, where it was loaded; else how to load it. */
export async function DemoNote({ demo }: { demo: Demo | null }) {
  const t = await getTranslations("admin.demo");
  return (
    <section
      aria-labelledby="demo"
      className="grid max-w-3xl gap-2 rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h2 id="demo" className="font-semibold">
        {t("title")}
      </h2>
      {demo ? (
        <>
          <p className="text-ink-muted">{t("about")}</p>
          <ButtonLink
            href={demo.submitted > 0 ? resultsPath(demo.slug) : studyPath(demo.slug)}
            className="w-fit"
          >
            {t("look")}
          </ButtonLink>
        </>
      ) : (
        <p className="text-ink-muted">
          {t.rich("load", {
            command: () => (
              <code className="rounded-sm bg-sunken px-1 font-mono text-sm">
                npm run benchside -- demo seed
              </code>
            ),
          })}
        </p>
      )}
    </section>
  );
}
