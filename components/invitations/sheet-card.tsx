"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CardWords } from "#components/invitations/card-words.ts";
import { QrCode } from "#components/ui/qr-code.tsx";

type Props = {
  number: number;
  cohort: string | null;
  /** For one person; an open link is for whoever comes by. */
  isPersonal: boolean;
  link: string;
  until: string;
  words: readonly CardWords[];
};

/** What one person is given, on a screen as on paper. */
export function SheetCard({ number, cohort, isPersonal, link, until, words }: Props) {
  const t = useTranslations("invitations.sheet");
  const format = useFormatter();
  const lastDay = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(until));
  return (
    <li className="grid break-inside-avoid content-start gap-3 rounded-md border border-line bg-raised p-4">
      <div className="flex items-start gap-4">
        <QrCode text={link} label={t("qr", { number })} className="size-28 shrink-0" />
        <div className="grid min-w-0 gap-2 text-sm">
          {words.map(({ language, title, personal, open, until: valid }) => (
            <div key={language} lang={language}>
              <p className="text-base font-semibold">{title}</p>
              <p>{isPersonal ? personal : open}</p>
              {until && <p>{valid.replace("{date}", lastDay(language))}</p>}
            </div>
          ))}
        </div>
      </div>
      <p className="font-mono text-sm break-all">{link}</p>
      <p className="text-sm text-ink-muted">
        {t("card", { number: format.number(number) })}
        {cohort && (
          <>
            {" · "}
            <bdi>{cohort}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
