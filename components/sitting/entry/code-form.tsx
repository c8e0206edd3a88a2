import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button-class.ts";
import { TextField } from "#components/ui/fields/text-field.tsx";

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
