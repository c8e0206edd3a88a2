import { useTranslations } from "next-intl";
import { MakeForm } from "#components/curation/make-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import type { FilterAddress } from "#lib/curation/confidence/schema.ts";
import { countOutcomes, type VoteGroup, type Rule } from "#lib/curation/confidence/votes.ts";

type Props = { slug: string; asked: FilterAddress; alike: readonly VoteGroup[]; rule: Rule };

/** What stays becomes a benchmark of its own. */
export function MakeFiltered({ slug, asked, alike, rule }: Props) {
  const t = useTranslations("curation.make");
  const { dropped, kept } = countOutcomes(alike, rule);
  return (
    <section aria-labelledby="make" className="grid min-w-0 gap-3">
      <h3 id="make" className="text-xl font-semibold">
        {t("title")}
      </h3>
      <p className="measure text-ink-muted">{t("body")}</p>
      {dropped === 0 || kept === 0 ? (
        <p className="measure">{t(dropped === 0 ? "errors.none_dropped" : "errors.none_kept")}</p>
      ) : (
        <ClientWords of={["curation.make", "shell"]}>
          <MakeForm slug={slug} kept={kept} asked={asked} />
        </ClientWords>
      )}
    </section>
  );
}
