import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";
import type { FolderRequest } from "#lib/benchmark-folders/schema.ts";
import { benchmarkExportAddress } from "#lib/paths.ts";

type Props = { slug: string; request: FolderRequest; card: string };

/** The card as the folder has it, and the folder itself. */
export async function FolderCard({ slug, request: { study, address, ...said }, card }: Props) {
  const t = await getTranslations("benchmarkFolders.card");
  const query = new URLSearchParams({ ...said, ...(address && { address }) });
  for (const one of study) query.append("study", one);
  return (
    <section aria-labelledby="folder-card" className="grid min-w-0 gap-4">
      <h3 id="folder-card" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure">{t("about")}</p>
      <p>
        <ButtonLink
          href={`${benchmarkExportAddress(slug, "folder.zip")}?${query}`}
          variant="primary"
          download
        >
          {t("download")}
        </ButtonLink>
      </p>
      <p className="measure text-sm text-ink-muted">{t("verify")}</p>
      <pre
        dir="auto"
        lang="en"
        className="max-h-[40rem] overflow-auto rounded-md border border-line bg-raised p-4 text-sm wrap-anywhere whitespace-pre-wrap"
        // A part that scrolls is reached by keys.
        tabIndex={0}
        aria-label={t("title")}
      >
        {card}
      </pre>
    </section>
  );
}
