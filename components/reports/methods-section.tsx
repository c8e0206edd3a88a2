import { useTranslations } from "next-intl";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";

export function MethodsSection({ methods }: { methods: readonly string[] }) {
  const t = useTranslations("reports.methods");
  return (
    <>
      <div id="methods-text" className="measure grid gap-3 wrap-anywhere">
        {methods.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton
          value={methods.join("\n\n")}
          from="methods-text"
          words={{ copy: t("copy"), copied: t("copied"), selected: t("failed") }}
        />
      </div>
    </>
  );
}
