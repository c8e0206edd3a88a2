import { useTranslations } from "next-intl";
import { ServiceLink } from "#components/sitting/entry/ends.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { InvitationProblem } from "#lib/invitations/schema.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { TextField } from "#components/ui/fields/text-field.tsx";

export type JoinObstacle = InvitationProblem | "unknown" | "prolific_missing" | "language" | "full";

const mayHaveBegun: readonly JoinObstacle[] = ["paused", "expired", "used", "full"];

type Props = {
  problem: JoinObstacle;
  /** Where the recruiting service takes people back for whom there is no place. */
  returnAddress?: string | null;
};

/** Why an invitation leads nowhere, and what one can do. */
export function JoinProblem({ problem, returnAddress }: Props) {
  const t = useTranslations("join");
  return (
    <div className="grid gap-6">
      <PageTitle>{t(`problems.${problem}.title`)}</PageTitle>
      <p>{t(`problems.${problem}.body`)}</p>
      {problem === "unknown" && <CodeForm />}
      <ServiceLink address={returnAddress} label={t("toProlific")} />
      {mayHaveBegun.includes(problem) && (
        <div>
          <ButtonLink href="/sign-in?as=participant">{t("toSignIn")}</ButtonLink>
        </div>
      )}
    </div>
  );
}

/** The code of an invitation, typed: what it stands for is looked up by its own page. Nothing of it needs a script. */
export function CodeForm({ typed = null }: { /** What can't be a code. */ typed?: string | null }) {
  const t = useTranslations("join.byCode");
  return (
    <form action="/join" className="grid max-w-sm gap-4">
      <TextField
        name="code"
        label={t("label")}
        hint={t("hint")}
        error={typed === null ? undefined : t("wrong")}
        defaultValue={typed ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        lang="en"
        required
      />
      <div>
        <button className={buttonClass({ variant: "primary" })}>{t("open")}</button>
      </div>
    </form>
  );
}
