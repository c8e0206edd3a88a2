import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { Devices } from "#components/doors/devices.tsx";
import { PassphraseMaker } from "#components/doors/passphrase-maker.tsx";
import { passphraseWords } from "#components/sitting/entry/own-code.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { listOwnSignIns } from "#lib/auth/sign-in/sign-ins.ts";

export const generateMetadata = nameWindow((t) => t("participantHome.comeBackTitle"));

export default async function ComeBackPage() {
  const viewer = await requireViewer("participant");
  const devices = await listOwnSignIns(viewer);
  const t = await getTranslations("account");
  const words = await passphraseWords(viewer.hasSecret);
  const home = await getTranslations("participantHome");
  return (
    <div className="grid gap-10">
      <h1 className="text-3xl font-semibold tracking-tight">{home("comeBackTitle")}</h1>
      <section className="grid gap-2" aria-labelledby="code">
        <h2 id="code" className="text-xl font-semibold">
          {t("code")}
        </h2>
        <p lang="en" className="text-xl font-semibold select-all">
          {viewer.handle}
        </p>
        <p className="text-ink-muted">{t("codeHint")}</p>
      </section>
      <section className="grid gap-3" aria-labelledby="passphrase">
        <h2 id="passphrase" className="text-xl font-semibold">
          {t("passphraseTitle")}
        </h2>
        <p className="text-ink-muted">{words.intro}</p>
        <PassphraseMaker
          hasOne={viewer.hasSecret}
          asksCurrent={await mustGiveCurrent(viewer)}
          title={home("title")}
          handle={viewer.handle}
          address={await absoluteUrl("/sign-in?as=participant")}
          words={words}
        />
      </section>
      <div>
        <ButtonLink href="/sittings" variant="primary">
          {t("toReadingRoom")}
        </ButtonLink>
      </div>
      <Devices devices={devices} current={viewer.signInId} note={home("staysHere")} as="participant" />
    </div>
  );
}
