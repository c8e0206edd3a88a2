import { nameWindow } from "#app/(staff)/window-names.ts";
import { getFormatter, getMessages, getTranslations } from "next-intl/server";
import { requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { getOwnData } from "#lib/own-data/queries.ts";

export const generateMetadata = nameWindow((t) => t("ownData.title"));

/** What one agreed to and what one gave, to read and to take along. */
export default async function DataPage({ params }: PageProps<"/sittings/[sittingId]/data">) {
  const { viewer, place } = await requireOwnPlace(params);
  const data = await getOwnData(viewer, place.id);
  if (!data) throw new Error("a sitting went away while its page was drawn");
  const t = await getTranslations();
  const format = await getFormatter();
  const { sitting } = await getMessages();
  const { consent, cases, erasedAt } = data;
  const copy = (file: string) => `/api/sittings/${place.id}/copies/${file}`;
  return (
    <div className="grid gap-10">
      <PageTitle>{t("ownData.title")}</PageTitle>
      <section aria-labelledby="consent" className="grid gap-4">
        <h2 id="consent" className="text-xl font-semibold">
          {t("ownData.consentTitle")}
        </h2>
        <p>
          {t("ownData.consentBody", {
            date: format.dateTime(new Date(consent.agreedAt), { dateStyle: "long" }),
            version: String(consent.version),
          })}
        </p>
        <details className="rounded-lg border border-line px-4 py-2">
          <summary className="target flex cursor-pointer items-center font-medium">
            {t("ownData.read")}
          </summary>
          <div className="grid gap-6 py-3">
            <Markdown text={consent.text} lang={consent.language} under={3} />
            <ConsentLines lines={consent.lines} language={consent.language} words={sitting} />
            {consent.ticks.length > 0 && (
              <ul lang={consent.language} role="list" className="grid gap-2">
                {consent.ticks.map(({ label }) => (
                  <li key={label} className="flex gap-3">
                    <Icon name="check" className="mt-1" />
                    {label}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </details>
        <div>
          <ButtonLink href={copy("consent.txt")} download>
            {t("ownData.keepConsent")}
          </ButtonLink>
        </div>
      </section>
      <section aria-labelledby="answers" className="grid gap-4">
        <h2 id="answers" className="text-xl font-semibold">
          {t("ownData.answersTitle")}
        </h2>
        <p>{erasedAt ? t("ownData.erased") : t("ownData.answersBody", { count: cases.length })}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={copy("data.txt")} download>
            {t("ownData.keepText")}
          </ButtonLink>
          <ButtonLink href={copy("data.json")} download>
            {t("ownData.keepJson")}
          </ButtonLink>
        </div>
        <p className="text-ink-muted">{t("ownData.whose")}</p>
      </section>
      <div>
        <ButtonLink href={`/sittings/${place.id}?back=1`} variant="primary">
          {t("menu.back")}
        </ButtonLink>
      </div>
    </div>
  );
}
