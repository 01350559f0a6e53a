import { useRef, useState } from 'react';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { dayOf } from '@/components/form/calendar-days.ts';
import { CodeInput } from '@/components/form/code-input.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { Specimen } from './specimen.tsx';

const lengths = ['<21 days', '21-35 days', '>35 days', 'Other'];

export function Fields({ today }: { today: LocalDate }) {
  const [code, setCode] = useState('419');
  const [date, setDate] = useState<LocalDate | null>(today);
  const [noDate, setNoDate] = useState<LocalDate | null>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Specimen name="Field">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Email address" type="email" placeholder="name@example.com" />
          <Field label="Your age" hint="In years" inputMode="numeric" defaultValue="34" />
          <Field label="Your age" defaultValue="17" error="You must be at least 18 years old" />
          <Field label="Partner's age" disabled defaultValue="36" />
        </div>
      </Specimen>
      <Specimen name="Select">
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label="Average menstrual cycle length"
            hint="Count from the first day of one period to the first day of the next."
            options={lengths}
            defaultValue=""
          />
          <Select
            label="Average menstrual cycle length"
            options={lengths}
            defaultValue=""
            error="Please select your cycle length"
          />
        </div>
      </Specimen>
      <Specimen name="Text area">
        <TextArea label="What did you take, and when last?" placeholder="In your own words" />
      </Specimen>
      <Specimen name="Date picker">
        <div className="grid gap-5 sm:grid-cols-2">
          <DatePicker label="Test date" value={date} onChange={setDate} max={today} />
          <DatePicker
            label="Insemination date"
            value={noDate}
            onChange={setNoDate}
            min={addDays(today, -60)}
            max={dayOf(new Date(`${today}T12:00`))}
            error={noDate ? undefined : 'Please select a date'}
          />
        </div>
      </Specimen>
      <Specimen name="Code input">
        <div className="max-w-105">
          <label htmlFor="gallery-code" className="sr-only">
            Verification code
          </label>
          <CodeInput ref={codeInput} id="gallery-code" name="otp" value={code} onChange={setCode} />
        </div>
      </Specimen>
    </>
  );
}
