import { createTranslator } from "next-intl";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import type { StudyLanguage } from "#lib/studies/schema.ts";

/** What stands on a participant's card in one of the study's languages. */
export type CardWords = {
  language: StudyLanguage;
  title: string;
  personal: string;
  open: string;
  until: string;
};

const messages = { en, "zh-CN": zh as typeof en };

/** The page itself is English; what is handed to participants is in their languages. Runs on the server. */
export function cardWords(
  languages: readonly StudyLanguage[],
  texts: Readonly<Record<StudyLanguage, { title: string }>>,
): CardWords[] {
  return languages.map((language) => {
    const t = createTranslator({
      locale: language,
      messages: messages[language],
      namespace: "invitationCard",
    });
    return {
      language,
      title: texts[language].title,
      personal: t("personal"),
      open: t("open"),
      // The day is known only once the invitation has been created.
      until: t.raw("until") as string,
    };
  });
}
