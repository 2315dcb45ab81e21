// Keys of the dashboard, which is complete without them: / searches, ? lists the keys, Escape closes.
const search = document.querySelector('.top [type="search"]');
const list = document.getElementById('keys');

function close() {
  const open = document.querySelector('.list-filters details[open], details.store[open]');
  if (open) {
    open.open = false;
    open.querySelector('summary').focus();
  } else if (location.hash === '#menu') location.hash = '#main';
  else document.activeElement.blur();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || list.open) return;
  if (event.key === 'Escape') return close();
  if (event.target.closest('input, select, textarea')) return;
  if (event.key === '?') list.showModal();
  if (event.key !== '/') return;
  event.preventDefault();
  search.focus();
  search.select();
});
