import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { resultsPath } from "#lib/paths.ts";
import { Callout } from "#components/ui/callout.tsx";

/** Where a closed study leads. */
export async function ClosedCallout({ slug }: { slug: string }) {
  const t = await getTranslations("resultsOverview.callout");
  return (
    <div className="mb-6">
      <Callout title={t("title")}>
        {t.rich("body", {
          link: (chunks) => (
            <Link href={resultsPath(slug)} className="text-accent underline">
              {chunks}
            </Link>
          ),
        })}
      </Callout>
    </div>
  );
}
