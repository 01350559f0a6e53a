import { useId, useState, type FormEvent } from 'react';
import { CLINIC_SETTINGS, type ClinicSetting, type ClinicValues } from '@domain/clinic/settings.ts';
import { settingProblem, TeamClinicAnswer, type ClinicChange } from '@domain/contracts/team/team-clinic.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { FieldError } from '@/components/form/field-error.tsx';
import { SectionCard } from '@/components/layout/section-card.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { SettingField } from './setting-field.tsx';

type Props = { title: string; about: string; names: ClinicSetting[]; kept: ClinicValues };

/** One section of the page. It is saved as a whole. */
export function SettingsForm({ title, about, names, kept }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<ClinicValues>({});
  const [wrong, setWrong] = useState<ClinicValues>({});
  const { mutate, isPending, error } = useAct({
    name: 'team-clinic',
    answer: TeamClinicAnswer,
    onDone: () => {
      setTyped({});
      void loadConfig();
      toast({ title: 'Settings saved' });
    },
  });
  const changes = names.flatMap((name) => changeOf(name, typed[name], kept[name]));

  function save(event: FormEvent) {
    event.preventDefault();
    const problems = changes.flatMap(({ name, value }) => {
      const problem = settingProblem(name, value);
      return problem ? [[name, problem]] : [];
    });
    setWrong(Object.fromEntries(problems));
    if (problems.length === 0) mutate({ changes });
  }

  return (
    <SectionCard title={title} about={about}>
      <form noValidate onSubmit={save} className="mt-4 grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <SettingField
            key={name}
            name={name}
            setting={CLINIC_SETTINGS[name]}
            value={typed[name] ?? kept[name] ?? ''}
            error={wrong[name]}
            onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <div className="sm:col-span-2">
          <CompactButton type="submit" look="primary" busy={isPending} disabled={changes.length === 0}>
            Save<span className="sr-only">{`: ${title}`}</span>
          </CompactButton>
          <FieldError id={`${id}-failure`} error={error ? failureWords(error) : undefined} />
        </div>
      </form>
    </SectionCard>
  );
}

/** An empty field means the default. */
function changeOf(name: ClinicSetting, typed: string | undefined, kept = ''): ClinicChange[] {
  const value = typed?.trim() ?? kept;
  return value === kept ? [] : [{ name, before: kept || null, value: value || null }];
}
