import { getTranslations } from "next-intl/server";
import { manifestAddress } from "#lib/paths.ts";

/** The same for who writes programs. */
export async function OtherWays({ slug }: { slug: string }) {
  const t = await getTranslations("resultsExport.ways");
  const ways = {
    commandLine: `npm run benchside -- study export ${slug} --out ${slug}-export`,
    api: `GET /api/v1/studies/${slug}/answers`,
  };
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      {(["commandLine", "api"] as const).map((way) => (
        <div key={way} className="grid min-w-0 gap-1">
          <p className="measure">{t(way)}</p>
          <code className="rounded-md bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">{ways[way]}</code>
        </div>
      ))}
      <p className="measure">
        {t.rich("manifest", {
          link: (words) => (
            <a href={manifestAddress(slug)} download className="text-accent underline">
              {words}
            </a>
          ),
        })}
      </p>
    </section>
  );
}
