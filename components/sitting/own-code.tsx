import { useTranslations } from "next-intl";
import { PassphraseMaker } from "#components/doors/passphrase-maker.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = { handle: string; hasSecret: boolean; words: SittingWords["own"] };

/** What one needs to come back on another device. */
export function OwnCode({ handle, hasSecret, words }: Props) {
  const t = useTranslations("account");
  return (
    <section aria-labelledby="own-code" className="grid gap-3 rounded-lg border border-line bg-raised p-5">
      <h2 id="own-code" className="text-xl font-semibold">
        {words.codeTitle}
      </h2>
      <p>{words.codeBody}</p>
      <p>
        {words.code}:{" "}
        <strong lang="en" className="select-all">
          {handle}
        </strong>
      </p>
      <PassphraseMaker
        hasOne={hasSecret}
        words={{
          make: t(hasSecret ? "newPassphrase" : "firstPassphrase"),
          making: t("makingPassphrase"),
          shown: t("passphraseShown"),
          once: t("passphraseOnce"),
          failed: t("errors.not_found"),
        }}
      />
    </section>
  );
}
