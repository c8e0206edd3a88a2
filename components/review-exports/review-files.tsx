import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { MakeForm } from "#components/curation/make-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { reviewExportAddress, reviewManifestAddress } from "#lib/paths.ts";
import { reviewFileFormats, reviewFileKinds } from "#lib/review-exports/schema.ts";

const textChoices = ["without", "with"] as const;

/** One plain form: its buttons differ in the address they send it to. */
export function ReviewFiles({ slug }: { slug: string }) {
  const t = useTranslations("reviewFiles");
  const to = (file: string) => reviewExportAddress(slug, file);
  const files = [
    ...reviewFileKinds.map((kind) => ({
      kind,
      takes: reviewFileFormats.map((format) => ({
        to: to(`${kind}.${format}`),
        words: t(`formats.${format}`),
      })),
    })),
    { kind: "codebook" as const, takes: [{ to: to("codebook.md"), words: t("formats.md") }] },
  ];
  return (
    <section aria-labelledby="files" className="grid min-w-0 gap-4">
      <h3 id="files" className="text-lg font-semibold">
        {t("files.title")}
      </h3>
      <p className="measure text-ink-muted">
        {t.rich("files.intro", {
          link: (words) => (
            <a href={reviewManifestAddress(slug)} download className="text-accent underline">
              {words}
            </a>
          ),
        })}
      </p>
      <form method="get" action={to("items.csv")} className="grid min-w-0 gap-5">
        <div className="max-w-2xl">
          <SelectField name="texts" label={t("texts.label")} hint={t("texts.hint")}>
            {textChoices.map((choice) => (
              <option key={choice} value={choice}>
                {t(`texts.${choice}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <ul className="divide-y divide-line rounded-md border border-line bg-raised">
          {files.map(({ kind, takes }) => (
            <li
              key={kind}
              className="grid items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[9rem_1fr] lg:grid-cols-[9rem_1fr_auto]"
            >
              <h4 className="font-medium">{t(`files.${kind}.name`)}</h4>
              <p className="text-sm text-ink-muted">{t(`files.${kind}.holds`)}</p>
              <p className="flex flex-wrap items-start gap-2 sm:col-start-2 lg:col-start-3">
                {takes.map(({ to: address, words }) => (
                  <Button key={address} type="submit" size="small" formAction={address}>
                    <span className="sr-only">{t(`files.${kind}.name`)}:</span>
                    {words}
                  </Button>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </form>
    </section>
  );
}

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
        <ClientWords of={["curation.make", "reviewFiles.keep", "shell"]}>
          <MakeForm of="reviewFiles.keep" fields={{ slug }} count={accepted} />
        </ClientWords>
      )}
    </section>
  );
}
