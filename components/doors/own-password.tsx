import { getMessages } from "next-intl/server";
import { PasswordForm } from "#components/doors/password-form.tsx";
import { TokensToo } from "#components/doors/devices.tsx";

export async function OwnPassword(props: {
  handle: string;
  hasOne: boolean;
  asksCurrent: boolean;
  next?: string;
  /** Names of the tokens that still work. */
  tokens?: readonly string[];
}) {
  const { password, setPassword, shell, signIn, wait } = await getMessages();
  const { submit, saved } = props.hasOne ? password : setPassword;
  return (
    <PasswordForm
      handle={props.handle}
      asksCurrent={props.asksCurrent}
      next={props.next}
      tokens={props.tokens && <TokensToo names={props.tokens} />}
      words={{
        current: password.current,
        fresh: password.new,
        repeat: password.repeat,
        rules: password.rules,
        submit,
        busy: password.busy,
        saved,
        show: shell.show,
        hide: shell.hide,
        tokensEnded: signIn.tokens.ended,
        tokensKept: props.tokens && props.tokens.length > 0 ? signIn.tokens.kept : "",
        wait,
        errors: { ...password.errors, invalid: password.errors.too_long },
      }}
    />
  );
}
