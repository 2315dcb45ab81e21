// Makes the card form nicer where scripts run; it is complete without. Digits are grouped while they
// are typed, the mark of the card's brand stays, the date gets its stroke, and Enter in the field of
// the promotion code applies it.
const BRANDS = [
  ['visa', /^4/, [4, 4, 4, 4, 3]],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [4, 4, 4, 4]],
  ['amex', /^3[47]/, [4, 6, 5]],
  ['other', /^\d/, [4, 4, 4, 4, 3]],
];

/** Writes the field anew and leaves the cursor behind the same digit. */
function write(field, format) {
  const is_at_end = field.selectionStart === field.value.length;
  const before = field.value.slice(0, field.selectionStart).replace(/\D/g, '').length;
  const text = format(field.value.replace(/\D/g, ''));
  if (text === field.value) return;
  field.value = text;
  if (is_at_end) return;
  let at = 0;
  for (let digits = 0; digits < before && at < text.length; at++) {
    if (/\d/.test(text[at])) digits++;
  }
  field.setSelectionRange(at, at);
}

function grouped(digits) {
  const [, , groups] = BRANDS.find(([, begins]) => begins.test(digits)) ?? BRANDS.at(-1);
  const parts = [];
  let at = 0;
  for (const length of groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + length));
    at += length;
  }
  return parts.join(' ');
}

function showBrand(number) {
  const digits = number.value.replace(/\D/g, '');
  const [brand] = BRANDS.find(([, begins]) => begins.test(digits)) ?? [''];
  const marks = number.parentElement.querySelector('.marks');
  marks.dataset.brand = marks.querySelector(`.${brand || 'none'}`) ? brand : '';
}

function writeExpiry(expiry, { inputType }) {
  // Whoever deletes the stroke wants to go on deleting.
  if (inputType?.startsWith('delete')) return;
  if (/^\d\s*[/.-]/.test(expiry.value)) expiry.value = `0${expiry.value}`;
  write(expiry, (digits) => {
    const month = /^[2-9]/.test(digits) ? `0${digits}` : digits;
    return month.length < 2 ? month : `${month.slice(0, 2)} / ${month.slice(2, 6)}`;
  });
}

// The form may get its card only when the buyer has said where they are.
document.addEventListener('input', (event) => {
  const { target } = event;
  if (target.id === 'card_number') {
    write(target, grouped);
    showBrand(target);
  }
  if (target.id === 'card_expiry') writeExpiry(target, event);
});

const number = document.getElementById('card_number');
if (number) showBrand(number);

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (key !== 'Enter' || target.id !== 'coupon') return;
  event.preventDefault();
  target.form.requestSubmit(target.parentElement.querySelector('button'));
});
