import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { Specimen } from "#app/gallery/specimen.tsx";

export function FormSpecimens() {
  return (
    <Specimen title="Fields">
      <TextField
        name="name"
        label="Name"
        hint="As the others should see it."
        defaultValue="Ada"
        autoComplete="off"
      />
      <TextField
        name="handle"
        label="Sign-in name"
        error="Somebody else has that sign-in name."
        defaultValue="ada"
        autoComplete="off"
      />
      <TextField name="locked" label="Participant code" defaultValue="amber-otter-lake" disabled />
      <PasswordField
        name="password"
        label="Password"
        hint="12 characters or more."
        words={{ show: "Show", hide: "Hide" }}
        autoComplete="off"
      />
      <SelectField name="role" label="Role" defaultValue="researcher">
        <option value="participant">Participant</option>
        <option value="researcher">Researcher</option>
        <option value="admin">Admin</option>
      </SelectField>
      <TextAreaField name="note" label="Note" hint="Only admins see it." rows={3} />
      <CheckboxField name="agree" label="I have read this" defaultChecked />
      <CheckboxField name="again" label="Ask me again" error="Please choose." hint="Once a month at most." />
      <FormMessage>That name and password don’t go together.</FormMessage>
    </Specimen>
  );
}
