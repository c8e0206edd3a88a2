import { getMessages } from "next-intl/server";
import { proofWords } from "#components/doors/proof-words.ts";
import { Keepsake } from "#components/doors/keepsake.tsx";
import { PassphraseMaker, type PassphraseWords } from "#components/doors/passphrase-maker.tsx";
import { NamedCode } from "#components/sitting/finish/codes.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = {
  /** Of the study, for the paper. */
  title: string;
  language: string;
  handle: string;
  hasSecret: boolean;
  asksCurrent: boolean;
  /** Only as long as it may still be shown. */
  passphrase: string | null;
  /** Where one signs in. */
  address: string;
  words: SittingWords["own"];
};

/** What one needs to come back on another device: there from the consent on, shown until one goes on. */
export async function OwnCode({ title, language, handle, passphrase, address, words, ...own }: Props) {
  const { hasSecret, asksCurrent } = own;
  const maker = await passphraseWords(hasSecret);
  const { sitting } = await getMessages();
  return (
    <section
      aria-labelledby="own-code"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id="own-code" className="text-xl font-semibold">
        {words.codeTitle}
      </h2>
      {passphrase ? (
        <>
          <p>{words.codeBody}</p>
          <Keepsake
            title={title}
            language={language}
            handle={handle}
            passphrase={passphrase}
            address={address}
            words={maker.keep}
          />
        </>
      ) : (
        <>
          <p>{words.codeAlone}</p>
          <NamedCode code={handle} words={sitting} />
          {hasSecret && <p className="text-base text-ink-muted">{maker.intro}</p>}
          <PassphraseMaker
            title={title}
            handle={handle}
            address={address}
            asksCurrent={asksCurrent}
            hasOne={hasSecret}
            words={maker}
          />
        </>
      )}
    </section>
  );
}

export async function passphraseWords(hasOne: boolean): Promise<PassphraseWords & { intro: string }> {
  const { account, way, sitting } = await getMessages();
  return {
    intro: hasOne ? account.passphraseIntro : account.firstPassphraseIntro,
    make: hasOne ? account.newPassphrase : account.firstPassphrase,
    making: account.makingPassphrase,
    shown: account.passphraseShown,
    once: account.passphraseOnce,
    failed: account.errors.not_found,
    proof: await proofWords(),
    keep: { code: account.code, ...way.keep, ...sitting.copy },
  };
}
