import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { cardBadgePath, cardFilePath, cardPath } from "#lib/paths.ts";

type Props = {
  code: string;
  /** Of this instance, without a path. */
  origin: string;
};

/** Where a published card is, and what to write on other pages. */
export async function CardAddresses({ code, origin }: Props) {
  const t = await getTranslations("cards.staff");
  const shell = await getTranslations("shell");
  const badge = await getTranslations("cards.badge");
  const words = { copy: shell("copy"), copied: shell("copied"), selected: shell("selected") };
  const page = origin + cardPath(code);
  const picture = origin + cardBadgePath(code);
  const texts = [
    { id: "card-address", label: t("address"), text: page },
    { id: "card-markdown", label: t("markdown"), text: `[![${badge("people")}](${picture})](${page})` },
    {
      id: "card-html",
      label: t("html"),
      text: `<a href="${page}"><img src="${picture}" alt="${badge("people")}"></a>`,
    },
  ];
  return (
    <div className="grid min-w-0 gap-5">
      <p className="flex flex-wrap gap-3">
        <ButtonLink href={cardPath(code)}>{t("open")}</ButtonLink>
        <ButtonLink href={cardFilePath(code)} download>
          {t("download")}
        </ButtonLink>
      </p>
      <div className="grid gap-1">
        <p className="font-semibold">{t("badge")}</p>
        {/* oxlint-disable-next-line nextjs/no-img-element -- a drawing of ours, which is never made smaller */}
        <img src={cardBadgePath(code)} alt={t("badge")} height={20} className="h-5 w-fit" />
        <p className="measure text-sm text-ink-muted">{t("badgeHint")}</p>
      </div>
      {texts.map(({ id, label, text }) => (
        <div key={id} role="group" aria-label={label} className="grid min-w-0 gap-1">
          <p className="font-semibold">{label}</p>
          <div className="flex min-w-0 flex-wrap items-center gap-3">
            <code id={id} className="min-w-0 font-mono text-sm wrap-anywhere">
              {text}
            </code>
            <CopyButton value={text} from={id} words={words} />
          </div>
        </div>
      ))}
    </div>
  );
}
