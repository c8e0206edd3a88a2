import { getTranslations } from "next-intl/server";
import { Callout } from "#components/ui/callout.tsx";
import type { FolderReport as Report } from "#lib/benchmarks/case-files/made-reports.ts";

export const FolderReports = ({ folders = [] }: { folders: readonly Report[] | undefined }) =>
  folders.map((folder) => <FolderReport key={folder.file} {...folder} />);

/** That an exported benchmark is what it was, and what of it an import leaves. */
async function FolderReport({ name, release, digest, answers, studies }: Report) {
  const t = await getTranslations("imports.folder");
  return (
    <Callout title={t("title", { name, release })}>
      <p className="wrap-anywhere">{t("checked", { digest })}</p>
      {studies > 0 && <p>{t("answers", { answers, studies })}</p>}
    </Callout>
  );
}
