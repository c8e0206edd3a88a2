import { ButtonLink } from "#components/ui/button.tsx";

type Props = {
  /** Where the recruiting service takes people back; null where nobody came from one. */
  address: string | null | undefined;
  label: string;
};

/** Back to the recruiting service, which isn't told from where. */
export const ServiceLink = ({ address, label }: Props) =>
  address && (
    <div>
      <ButtonLink href={address} rel="noreferrer" variant="primary">
        {label}
      </ButtonLink>
    </div>
  );
