import { getTranslations } from "next-intl/server";
import { ClientWords } from "#components/shell/client-words.tsx";
import { CodingForm } from "#components/study-exports/coding-form.tsx";
import { codedChoices, ownBook } from "#lib/imports/coding/schema.ts";

type Props = {
  slug: string;
  /** Code books that have a name in the product. */
  books: readonly { name: string; count: number }[];
};

/** What was written goes on as cases of a benchmark. */
export async function Coding({ slug, books }: Props) {
  const t = await getTranslations("resultsExport.coding");
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-xl font-semibold">{t("title")}</h2>
      <p className="measure text-ink-muted">{t("body")}</p>
      <ClientWords of={["resultsExport.coding", "shell"]}>
        <CodingForm slug={slug} books={books} choices={codedChoices} own={ownBook} />
      </ClientWords>
    </section>
  );
}
