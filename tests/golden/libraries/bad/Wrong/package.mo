within;
package Wrong
end Wrong;
