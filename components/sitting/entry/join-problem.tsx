import { useTranslations } from "next-intl";
import { CodeForm } from "#components/sitting/entry/code-form.tsx";
import { ServiceLink } from "#components/sitting/entry/service-link.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import type { InvitationProblem } from "#lib/invitations/schema.ts";

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
