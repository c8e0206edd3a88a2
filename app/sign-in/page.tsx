import { nameWindow } from "#app/(staff)/window-names.ts";
import { getMessages, getTranslations } from "next-intl/server";
import { LostSitting } from "#components/doors/lost-sitting.tsx";
import { SignInForm, type SignInWords } from "#components/doors/sign-in-form.tsx";
import { PublicFrame } from "#components/shell/public-frame.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { nextInput } from "#lib/auth/schema.ts";
import { readKnownDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { findLostAt } from "#lib/sittings/returning/queries.ts";

export const generateMetadata = nameWindow((t) => t("signIn.title"));

/** Who was led here from a page that participants have, is one. */
const isOfParticipants = (next: string | undefined) => /^\/(sittings|come-back)([/?]|$)/.test(next ?? "");

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const asked = await searchParams;
  const t = await getTranslations("signIn");
  const next = nextInput.parse(asked.next);
  const asParticipant = asked.as ? asked.as === "participant" : isOfParticipants(next);
  const tabs = [
    { as: "staff", label: t("staffTab"), current: !asParticipant },
    { as: "participant", label: t("participantTab"), current: asParticipant },
  ].map(({ as, ...tab }) => ({
    ...tab,
    href: `/sign-in?${new URLSearchParams({ as, ...(next && { next }) })}`,
  }));
  const tokens = asked.tokens === "ended" || asked.tokens === "kept" ? t(`tokens.${asked.tokens}`) : "";
  const left = asked.left === "everywhere" ? `${t("signedOutEverywhere")} ${tokens}` : t("signedOut");
  const said = asked.left ? left : next && t("ended");
  const lost = next ? await findLostAt(next, await readKnownDevice()) : null;
  const words = await readWords(asParticipant);
  return (
    <PublicFrame title={t("title")}>
      {lost ? <LostSitting {...lost} /> : said && <FormMessage tone="info">{said}</FormMessage>}
      <p>{t("intro")}</p>
      <TabLinks label={t("ways")} items={tabs} />
      <SignInForm key={asParticipant ? "participant" : "staff"} next={next} words={words} />
      <p className="text-sm text-ink-muted">{t(asParticipant ? "noPassphrase" : "noPassword")}</p>
    </PublicFrame>
  );
}

async function readWords(asParticipant: boolean): Promise<SignInWords> {
  const t = await getTranslations("signIn");
  const shell = await getTranslations("shell");
  const { wait } = await getMessages();
  const common = {
    submit: t("submit"),
    busy: t("busy"),
    required: t("errors.required"),
    show: shell("show"),
    hide: shell("hide"),
    wait,
  };
  if (asParticipant)
    return {
      ...common,
      handle: t("code"),
      handleHint: t("codeHint"),
      secret: t("passphrase"),
      secretHint: t("passphraseHint"),
      errors: { mismatch: t("errors.mismatchCode"), unavailable: t("errors.unavailable") },
    };
  return {
    ...common,
    handle: t("name"),
    secret: t("password"),
    keep: { label: t("keep"), hint: t("keepHint") },
    passkey: {
      submit: t("passkey.submit"),
      errors: {
        cancelled: t("passkey.cancelled"),
        wrong_passkey: t("passkey.wrong"),
        no_half: t("passkey.late"),
        throttled: wait.one,
      },
    },
    errors: { mismatch: t("errors.mismatch"), unavailable: t("errors.unavailable") },
  };
}
