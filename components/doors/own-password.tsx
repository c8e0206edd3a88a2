import { getMessages, getTranslations } from "next-intl/server";
import { PasswordForm } from "#components/doors/password-form.tsx";
import { TokensToo } from "#components/doors/tokens-too.tsx";

const problems = [
  "too_short",
  "too_long",
  "too_common",
  "same_as_name",
  "mismatch",
  "wrong_current",
  "busy",
] as const;

export async function OwnPassword(props: {
  handle: string;
  hasOne: boolean;
  asksCurrent: boolean;
  next?: string;
  /** Names of the tokens that still work. */
  tokens?: readonly string[];
}) {
  const t = await getTranslations("password");
  const root = await getTranslations();
  const errors = {
    ...Object.fromEntries(problems.map((code) => [code, t(`errors.${code}`)])),
    invalid: t("errors.too_long"),
  };
  return (
    <PasswordForm
      handle={props.handle}
      asksCurrent={props.asksCurrent}
      next={props.next}
      tokens={props.tokens && <TokensToo names={props.tokens} />}
      words={{
        current: t("current"),
        fresh: t("new"),
        repeat: t("repeat"),
        rules: t("rules"),
        submit: props.hasOne ? t("submit") : root("setPassword.submit"),
        busy: t("busy"),
        saved: props.hasOne ? t("saved") : root("setPassword.saved"),
        show: root("shell.show"),
        hide: root("shell.hide"),
        tokensEnded: root("signIn.tokens.ended"),
        tokensKept: props.tokens && props.tokens.length > 0 ? root("signIn.tokens.kept") : "",
        wait: (await getMessages()).wait,
        errors,
      }}
    />
  );
}
