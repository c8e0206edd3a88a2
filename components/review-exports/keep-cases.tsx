import { getTranslations } from "next-intl/server";
import { KeepForm } from "#components/review-exports/keep-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";

type Props = {
  slug: string;
  isClosed: boolean;
  /** Cases that were accepted in batches that were. */
  accepted: number;
};

/** What was accepted goes on as a benchmark of its own. */
export async function KeepCases({ slug, isClosed, accepted }: Props) {
  const t = await getTranslations("reviewFiles.keep");
  return (
    <section aria-labelledby="keep" className="grid min-w-0 gap-3">
      <h3 id="keep" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure text-ink-muted">{t("body")}</p>
      {!isClosed ? (
        <p className="measure">{t("notClosed", { count: accepted })}</p>
      ) : accepted === 0 ? (
        <p className="measure">{t("errors.none_accepted")}</p>
      ) : (
        <ClientWords of={["reviewFiles.keep", "shell"]}>
          <KeepForm slug={slug} accepted={accepted} />
        </ClientWords>
      )}
    </section>
  );
}
